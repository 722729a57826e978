export { escapeInvisible } from "../base/invisible.ts";
export { explainDecode, type ExplainedStep, explainEncode } from "./explain.ts";
export type { Appearance, Finding, Layer, UriComponent } from "./finding.ts";
export type { FindingCode, Severity } from "./finding-table.ts";
export { inspect } from "./findings.ts";
export {
  compareDecoders,
  type Reader,
  type Reading,
  type ReadingDifference,
  type ReadingRule,
  type ReadingsReport,
} from "./decoder-comparison.ts";
