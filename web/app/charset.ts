/** Everything about encodings other than UTF-8: a chunk of its own, loaded when one is chosen. */
export { encoding, percentDecodeAs, percentEncodeAfterEncoding } from "../../src/charset/index.ts";
