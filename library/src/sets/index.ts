export {
  type NonAsciiClass,
  type NonAsciiRule,
  PercentEncodeSet,
  type PercentEncodeSetOptions,
  type PercentEncodeSetOrigin,
} from "./percent-encode-set.ts";
export { all, aws, go, java, php, python } from "./programs.ts";
export { diffSets, type SetDifference, namedSet, setNames } from "./registry.ts";
export { type ComponentSets, ecmascript, rfc3986, rfc3987, rfc8187, whatwg } from "./standards.ts";
