import { defineConfig } from "vitest/config";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/oracle/install.mjs"],
    setupFiles: ["test/seed.ts"],
    testTimeout: 120_000,
    // Two cores: one worker for the long enumerations, one for the rest.
    maxWorkers: 2,
  },
});
