export { toExcerpt } from "./excerpt.ts";
export { escapeInvisible } from "../base/invisible.ts";
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
