// Installs the oracle next to this file, not at the root: it requires a newer Node than percodec does, so
// every `npm ci` at the root would print a warning. The tests of the UTS #46 table and of the URL parser show that it works.
import { installOnce } from "../install.mjs";

/** Installs the oracle if necessary. Vitest calls this once before it starts the workers. */
export const setup = () => installOnce("tests/support/oracle");
