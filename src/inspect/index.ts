export { explainDecode, type ExplainedStep, explainEncode } from "./explain.ts";
export type { Finding, UriComponent } from "./finding-list.ts";
export type { FindingCode, Severity } from "./finding-table.ts";
export { findings } from "./findings.ts";
export { isHeaderSafe } from "./header.ts";
export type { Appearance, Layer } from "./layers.ts";
export {
  decodePath,
  type DecodePathOptions,
  decodePathReport,
  type DecodePathReport,
  isSameOriginPath,
} from "./path.ts";
export {
  compareReadings,
  type Reader,
  type Reading,
  type ReadingDifference,
  type ReadingRule,
  type ReadingsReport,
} from "./readings.ts";
