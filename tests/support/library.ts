// Re-exports the sources of all functions that the vectors call.
export * from "../../src/charset/index.ts";
export * from "../../src/form/index.ts";
export * from "../../src/guard/index.ts";
export * from "../../src/index.ts";
export * from "../../src/inspect/index.ts";
export * from "../../src/legacy.ts";
export * from "../../src/sets/index.ts";
export * from "../../src/template/index.ts";
export * from "../../src/uri/index.ts";
