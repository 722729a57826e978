export { unicodeVersion } from "../base/unicode.generated.ts";
export { type CleanOptions, type CleanReport, cleanUri, cleanUriReport } from "./clean.ts";
export type { CleanSpan, KeptEncoding, Repair } from "./cleaner.ts";
export {
  type CompareOptions,
  compareUris,
  type UriComparison,
  type UriDifference,
  type UriEquality,
} from "./compare.ts";
export { type ComposeOptions, uri, type UriTag } from "./compose.ts";
export {
  describeHost,
  type DescribeHostOptions,
  type HostAddress,
  type HostDescription,
  type MisleadingLabel,
} from "./describe-host.ts";
export type { AddressBlock, HostScope } from "../host/address-blocks.ts";
export {
  type DisplayOptions,
  type DisplayProfile,
  type DisplayReport,
  displayUri,
  displayUriReport,
  type KeptEscape,
  type KeptReason,
} from "./display.ts";
export type { EditValue, PairEditor } from "./pair-editor.ts";
export { type AppendPathOptions, type EditOptions, editUri, type UriChanges, UriEditor } from "./edit.ts";
export { encoded, type EncodedComponent, type EncodedPart } from "./encoded-part.ts";
export { filePath, fileUri, type FileUriOptions } from "./file-uri.ts";
export { iriToUri, uriToIri } from "./iri.ts";
export { normalizeUri } from "./normalize.ts";
export {
  type AuthorityParts,
  resolveUri,
  splitUri,
  type UriParts,
  type UriReference,
  type UrlObject,
} from "./reference.ts";
export { splitAuthority } from "./check/grammar.ts";
export type { OptionalUriText, UriFields, UriParams, UriText, UriValue } from "./tag-template.ts";
export type { AllowedInSegment } from "./segment.ts";
export { parseQuery } from "./parse-query.ts";
export { isHttpUrl, parseUrl } from "./whatwg.ts";
// The last modules of a bundle: the order of modules changes its compressed size.
export { type CheckOptions, checkUri, type UriCheck, type UrlCheck } from "./check/check.ts";
export { isUri, isUriReference } from "./check/is-uri.ts";
export type { GrammarFault, UriIssue, UriIssueCode, ValidationError } from "./check/issue.ts";
