export { toExcerpt } from "../base/excerpt.ts";
export { escapeInvisible } from "../base/invisible.ts";
export { explainDecode, explainEncode } from "./explain.ts";
export { explainDecodeAs } from "./explain-as.ts";
export type { ExplainedStep } from "./explained-steps.ts";
export type {
  Appearance,
  Finding,
  FindingComponent,
  Inspection,
  Layer,
  NotJudged,
  NotJudgedCode,
  UriComponent,
} from "./finding.ts";
export { type FindingCode, type FindingRow, FINDINGS, type Severity } from "./finding-table.ts";
export { inspect } from "./findings.ts";
export { skipCleanLine } from "./prefilter.ts";
export { guessCharsets } from "./charset-guess.ts";
export {
  compareDecoders,
  type CompareDecodersOptions,
  type DecoderComparison,
  type DecoderDifference,
  type DecoderName,
  type DecoderResult,
  type DecoderRule,
} from "./decoder-comparison.ts";
export type { UrlComparison, UrlDifference, UrlParts, UrlReaderName, UrlReading } from "./url-reading.ts";
