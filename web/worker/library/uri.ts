export { cleanUri, displayUri } from "../../../src/uri/index.ts";
