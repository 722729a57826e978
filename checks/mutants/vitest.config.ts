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
    setupFiles: ["test/seed.ts"],
    testTimeout: 600_000,
  },
});
