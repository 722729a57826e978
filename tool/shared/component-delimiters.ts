import { PercentEncodeSet } from "percodec/sets";

/**
 * The delimiters inside a component: their escapes are not decoded, because a decoded one would be read as a delimiter. The escapes of
 * `%` are not decoded with them, so that an escape that is left is one of the URI.
 */
export const COMPONENT_DELIMITERS: Readonly<Partial<Record<string, PercentEncodeSet>>> = {
  userinfo: /* @__PURE__ */ PercentEncodeSet.encoding("%:"),
  path: /* @__PURE__ */ PercentEncodeSet.encoding("%/"),
  query: /* @__PURE__ */ PercentEncodeSet.encoding("%&=+"),
};
