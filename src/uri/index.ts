export { unicodeVersion } from "../base/unicode.generated.ts";
export { type CleanOptions, type CleanReport, cleanUri, cleanUriReport } from "./clean.ts";
export type { CleanSpan, Repair } from "./cleaner.ts";
export { compareUris, type UriComparison, type UriDifference, type UriEquality } from "./compare.ts";
export {
  type ComposeOptions,
  encoded,
  type EncodedComponent,
  type EncodedPart,
  uri,
  type UriParams,
  type UriTag,
  type UriText,
  type UriValue,
} from "./compose.ts";
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
export { iriToUri, uriToIri } from "./iri.ts";
export { normalizeUri } from "./normalize.ts";
export { type AuthorityParts, recomposeUri, resolveUri, splitAuthority, splitUri, type UriParts } from "./reference.ts";
