/** Encodings other than UTF-8: a separate chunk, loaded when the user chooses one. */
export { encoding, percentDecodeAs, percentEncodeAfterEncoding } from "../../src/charset/index.ts";
export { explainDecodeAs } from "../../src/inspect/index.ts";
