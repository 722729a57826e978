// Re-exports the built modules whose functions the vectors call: `import * as library`.
export * from "../../dist/charset/index.js";
export * from "../../dist/form/index.js";
export * from "../../dist/guard/index.js";
export * from "../../dist/index.js";
export * from "../../dist/inspect/index.js";
export * from "../../dist/legacy.js";
export * from "../../dist/links/index.js";
export * from "../../dist/sets/index.js";
export * from "../../dist/template/index.js";
export * from "../../dist/uri/index.js";
