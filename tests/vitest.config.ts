import { fileURLToPath } from "node:url";
import { defaultClientConditions, defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  // As in tsconfig.json: the tests run the sources of the library, not the built modules.
  resolve: { conditions: ["source", ...defaultClientConditions] },
  ssr: { resolve: { conditions: ["source", ...defaultServerConditions] } },
  test: {
    include: ["tests/unit/**/*.test.ts", "tests/unit/**/*.test.mjs", "tests/conformance/command.test.mjs"],
    globalSetup: ["tests/support/oracle/install.mjs"],
    setupFiles: ["tests/support/seed.ts"],
    // Long enough that only a test that hangs runs out of time, even on a busy machine.
    testTimeout: 600_000,
    // The machine has two cores: one worker runs the long enumerations, the other the remaining tests.
    maxWorkers: 2,
  },
});
