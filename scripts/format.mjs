// Runs prettier on all files that are not generated, with --check or --write.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { findProgram } from "./programs.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const OURS = ["**/*.{ts,mjs,json,md,yml}", "tool/page/**/*.{css,html}", "!**/dist/**", "!**/package-lock.json"];
/** Data with one row or several per line, and generated files. */
const EXCLUDED = [
  "tests/vectors",
  "tests/conformance/expected-failures.json",
  "tests/surveys/peers/elsewhere.json",
  "tests/surveys/peers/migration.json",
  "tests/surveys/trurl/pairs.json",
  "tests/unit/cli/cases.json",
  "tests/unit/uri/nfc-cases.json",
  "tests/unit/tool/link-texts.json",
  "tests/unit/tool/url-readings.json",
  "**/*.generated.ts",
  // AssemblyScript allows decorators where prettier's parser does not.
  "wasm/{kernel,text,form,memory,shared}.ts",
  "wasm/records/**",
  "wasm/column/*.ts",
  "**/*.generated.mjs",
  "docs/{sets,cli,options}.md",
  "docs/api",
  "docs/findings",
  "bench/results",
];
const { status } = spawnSync(
  process.execPath,
  [
    findProgram("prettier"),
    "--log-level=warn",
    "--cache",
    "--cache-location",
    "node_modules/.cache/prettier",
    "--config",
    "scripts/prettier.json",
    process.argv[2] ?? "--check",
    ...OURS,
    ...EXCLUDED.map((path) => `!${path}`),
  ],
  { cwd: root, stdio: ["ignore", "inherit", "inherit"] },
);
process.exitCode = status ?? 1;
