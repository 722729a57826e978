import { mergeConfig } from "vitest/config";
import config from "./vitest.config.ts";

/** The unit tests with the full sizes of sizes.ts: 8 minutes instead of 2. */
export default mergeConfig(config, { test: { env: { PERCODEC_SIZE: "full" } } });
