export { escapeInvisible } from "../base/invisible.ts";
export { explainDecode, type ExplainedStep, explainEncode } from "./explain.ts";
export type { Finding, UriComponent } from "./finding-list.ts";
export type { FindingCode, Severity } from "./finding-table.ts";
export { inspect } from "./findings.ts";
export type { Appearance, Layer } from "./layers.ts";
export {
  compareDecoders,
  type Reader,
  type Reading,
  type ReadingDifference,
  type ReadingRule,
  type ReadingsReport,
} from "./decoder-comparison.ts";
