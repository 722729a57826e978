// The functions of the modules that the vectors call, from their sources, in one module.
export * from "../../src/charset/index.ts";
export * from "../../src/form/index.ts";
export * from "../../src/guard/index.ts";
export * from "../../src/index.ts";
export * from "../../src/inspect/index.ts";
export * from "../../src/legacy.ts";
export * from "../../src/sets/index.ts";
export * from "../../src/template/index.ts";
export * from "../../src/uri/index.ts";
