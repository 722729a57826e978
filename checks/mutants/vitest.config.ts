import { defineConfig } from "vitest/config";

// The unit tests of what is mutated, at the sizes that checks/mutants.mjs sets, and all vectors in one go.
export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  test: {
    include: [
      "checks/mutants/vectors.test.ts",
      "test/{codec,form,inspect,sets,uri}/**/*.test.ts",
      "test/docs/findings.test.ts",
    ],
    // Half a million inputs against the slow twin: other tests reach the same code in less.
    exclude: ["test/codec/exhaustive.test.ts"],
    // Clocks tell nothing of a mutant: its switches and two at a time make all of them slow.
    testNamePattern: /^(?!.*(?:linear time|takes? about|in proportion))/,
    setupFiles: ["test/seed.ts"],
    testTimeout: 600_000,
  },
});
