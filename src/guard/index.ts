export {
  decodePath,
  type DecodePathOptions,
  decodePathReport,
  type DecodePathReport,
  isSameOriginPath,
} from "./decode-path.ts";
export { isHeaderSafe } from "./header-safe.ts";
