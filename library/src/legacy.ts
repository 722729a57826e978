export { escape, unescape } from "./codec/legacy.ts";
