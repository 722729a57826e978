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
    setupFiles: ["test/seed.ts"],
    testTimeout: 120_000,
  },
});
