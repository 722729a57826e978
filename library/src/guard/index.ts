export { decodePath, type DecodePathOptions, isSameOriginPath } from "./decode-path.ts";
export { encodeFor, type EncodeForOptions, type Purpose, PURPOSES } from "./encode-for.ts";
export type { AllowedInSegment } from "../uri/segment.ts";
export { isHeaderSafe } from "./header-safe.ts";
