export { inspect } from "../../../src/inspect/index.ts";
