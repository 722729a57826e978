// The quick gate: format, lint, types, import order, generated pages and unit tests.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (name) => `${root}node_modules/.bin/${name}`;
const node = process.execPath;

const STAGES = [
  ["format", node, ["scripts/format.mjs", "--check"]],
  [
    "lint",
    bin("oxlint"),
    [
      "-c",
      "scripts/oxlint.json",
      "--deny-warnings",
      "src",
      "cli",
      "web",
      "test",
      "scripts",
      "conformance",
      "engines",
      "checks",
      "bench",
    ],
  ],
  // An override of the configuration would match whole paths: a clone below a folder named src would be all of it.
  ["nothing printed past the output", bin("oxlint"), ["-A", "all", "-D", "no-console", "src", "cli", "web"]],
  ["types", bin("tsc"), ["-p", "."]],
  ["imports", node, ["scripts/check-imports.mjs"]],
  ["build", node, ["scripts/build.mjs"]],
  ["kernel", node, ["scripts/build-kernel.mjs", "--source"]],
  ["generated", node, ["scripts/generate.mjs", "--check"]],
  ["charset table", node, ["scripts/charset-guess.mjs", "--check"]],
  ["speed page", node, ["bench/page/write.mjs", "--check"]],
  ["size", bin("size-limit"), ["--json"]],
  ["unit tests", bin("vitest"), ["run", "--config", "test/vitest.config.ts"]],
];

for (const [name, program, words] of STAGES) {
  const started = Date.now();
  // `npm test` goes over 20,000 URIs, worst inputs of 1 MB, 1,000,000 strings, 2,000 inputs of records, and so on.
  const env = {
    ...process.env,
    PERCODEC_EVERY: "17",
    PERCODEC_URIS: "10000",
    PERCODEC_WORST: "131072",
    PERCODEC_STRINGS: "20000",
    PERCODEC_TEXTS: "1000",
    PERCODEC_RUNS: "500",
    PERCODEC_RECORDS: "200",
    PERCODEC_DEPTH: "3",
    PERCODEC_POSITIONS: "2000",
  };
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: root,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  console.log(`${status === 0 ? "ok  " : "FAIL"}  ${name}  ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) {
    console.log(stdout + stderr);
    process.exit(1);
  }
}
