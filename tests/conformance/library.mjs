// Re-exports the built modules whose functions the vectors call: `import * as library`.
export * from "../../library/dist/charset/index.js";
export * from "../../library/dist/form/index.js";
export * from "../../library/dist/guard/index.js";
export * from "../../library/dist/index.js";
export * from "../../library/dist/inspect/index.js";
export * from "../../library/dist/legacy.js";
export * from "../../library/dist/links/index.js";
export * from "../../library/dist/sets/index.js";
export * from "../../library/dist/template/index.js";
export * from "../../library/dist/uri/index.js";
