import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["tests/unit/**/*.test.ts", "tests/conformance/command.test.mjs"],
    globalSetup: ["tests/support/oracle/install.mjs"],
    setupFiles: ["tests/support/seed.ts"],
    // For a test that hangs: no bar for one that waits for the processor.
    testTimeout: 600_000,
    // Two cores: one worker for the long enumerations, one for the rest.
    maxWorkers: 2,
  },
});
