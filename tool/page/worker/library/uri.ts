export { cleanUri, displayUri } from "percodec/uri";
