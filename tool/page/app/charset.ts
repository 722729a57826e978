/** Encodings other than UTF-8: a separate chunk, loaded when the user chooses one. */
export { encoding, percentDecodeAs, percentEncodeAfterEncoding } from "percodec/charset";
export { explainDecodeAs } from "../../shared/explain/explain-as.ts";
