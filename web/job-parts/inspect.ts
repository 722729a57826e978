export { findings } from "../../src/inspect/index.ts";
