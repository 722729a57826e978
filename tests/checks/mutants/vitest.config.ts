import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

const library = new URL("../../../library/", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("package.json", library), "utf8")) as {
  exports: Record<string, { source?: string }>;
};
/** Stryker links node_modules, so that the name of the package would lead to the sources without mutants. */
const alias = Object.entries(exports).flatMap(([name, { source }]) =>
  source === undefined
    ? []
    : [{ find: new RegExp(`^percodec${name.slice(1)}$`), replacement: fileURLToPath(new URL(source, library)) }],
);

/** The tests of the folders of library/src whose mutants are tried. */
const TESTS = [
  "tests/unit/{base,sets,kernel,codec,host,template,form,uri,links,inspect,guard}/**/*.test.ts",
  "tests/unit/docs/findings.test.ts",
  "tests/unit/cli/{check,inspect,read,remedies}.test.ts",
  "tests/unit/recorded-answers.test.mjs",
  "tests/unit/text-options.test.ts",
];

// Runs the unit tests of the mutated folders, at the sizes that tests/checks/mutants.mjs sets, and all vectors.
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  // As in tsconfig.json: the tests run the sources of the library, not the built modules.
  resolve: { alias, conditions: ["source", ...defaultClientConditions] },
  ssr: { resolve: { conditions: ["source", ...defaultServerConditions] } },
  plugins: [
    {
      name: "no-coverage-while-a-mutant-is-active",
      enforce: "pre",
      // Stryker counts the coverage of each test. That takes most of the time and is useless while a mutant is active.
      transform: (code) =>
        code.includes("function stryCov_")
          ? code.replace("function cover() {", "$& if (ns.activeMutant !== undefined) return;")
          : undefined,
    },
  ],
  test: {
    include: ["tests/checks/mutants/vectors.test.ts", ...TESTS],
    // This test runs half a million inputs; other tests cover the same code faster.
    exclude: ["tests/unit/codec/exhaustive.test.ts"],
    // Excludes tests of time and tests that take minutes, because the code is instrumented, and one that reads the source
    // text, which Stryker rewrites.
    testNamePattern:
      /^(?!.*(?:linear time|time is linear|takes? about|in proportion|all one-, two- and three-byte|every length × every|every name that src reads))/,
    globalSetup: ["tests/support/oracle/install.mjs"],
    setupFiles: ["tests/support/seed.ts"],
    testTimeout: 600_000,
  },
});
