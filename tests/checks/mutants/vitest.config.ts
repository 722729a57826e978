import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The rooms whose mutants are all tried, by their own tests and the vectors; without them the mutants of every room are sampled. */
const rooms = process.env["PERCODEC_ROOMS"];
const tests =
  rooms === undefined
    ? [
        "tests/unit/{base,codec,form,guard,host,inspect,kernel,sets,template,uri}/**/*.test.ts",
        "tests/unit/docs/findings.test.ts",
      ]
    : [`tests/unit/{${rooms}}/**/*.test.ts`];

// The unit tests of what is mutated, at the sizes that tests/checks/mutants.mjs sets, and all vectors in one go.
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  plugins: [
    {
      name: "counts-before-mutants-alone",
      enforce: "pre",
      // Stryker counts what each test reaches, which takes most of the time and is of no use once a mutant is at work.
      transform: (code) =>
        code.includes("function stryCov_")
          ? code.replace("function cover() {", "$& if (ns.activeMutant !== undefined) return;")
          : undefined,
    },
  ],
  test: {
    include: ["tests/checks/mutants/vectors.test.ts", ...tests],
    // Half a million inputs against the reference implementation: other tests reach the same code in less.
    exclude: ["tests/unit/codec/exhaustive.test.ts"],
    // Left out: tests of time, which is that of the instrumented code; tests that take minutes in it; and one that reads
    // the source text, which Stryker rewrites.
    testNamePattern:
      /^(?!.*(?:linear time|takes? about|in proportion|all one-, two- and three-byte|every length × every|every name that src reads))/,
    globalSetup: ["tests/support/oracle/install.mjs"],
    setupFiles: ["tests/support/seed.ts"],
    testTimeout: 600_000,
  },
});
