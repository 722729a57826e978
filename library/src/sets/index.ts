export { all, aws, chrome16, chromium, clickhouse, firefox10 } from "./browsers.ts";
export { ecmascript } from "./ecmascript.ts";
export { go, guava, java, perl, php, python, ruby } from "./languages.ts";
export {
  type NonAsciiClass,
  type NonAsciiRule,
  PercentEncodeSet,
  type PercentEncodeSetOptions,
  type PercentEncodeSetOrigin,
} from "./percent-encode-set.ts";
export { grpc, purl, rfc6265, rfc8187, w3c } from "./protocols.ts";
export { diffSets, type SetDifference, namedSet, setNames } from "./registry.ts";
export { type ComponentSets, rfc1630, rfc1738, rfc2396, rfc2732, rfc3986, rfc3987 } from "./rfc.ts";
export { whatwg } from "./whatwg.ts";
