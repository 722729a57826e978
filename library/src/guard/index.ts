export { decodePath, type DecodePathOptions, isSameOriginPath } from "./decode-path.ts";
export { encodeFor, type Purpose, PURPOSES } from "./encode-for.ts";
export { isHeaderSafe } from "./header-safe.ts";
