/** Encodings other than UTF-8: a separate chunk, loaded when the user chooses one. */
export { encoding } from "percodec/charset";
