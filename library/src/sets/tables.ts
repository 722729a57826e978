import { type ByteTable, tableKeeping } from "./byte-table.ts";

// The sets that the library itself uses, as tables by the characters that they keep: a bundle then needs neither the class
// PercentEncodeSet nor all sets of a source. Each is a named set of this folder, with its source there; the tests compare both.

// The sets of `rfc3986`; that of the query is that of the fragment, too.
export const COMPONENT_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w.~-]/);
export const USERINFO_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w!$&'()*+,;=:.~-]/);
export const REG_NAME_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w!$&'()*+,;=.~-]/);
export const PATH_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w!$&'()*+,;=:@/.~-]/);
export const QUERY_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w!$&'()*+,;=:@/?.~-]/);

// The sets of `whatwg`, and that of forms with a space as `%20`.
export const FORM_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w*.-]/, true);
export const FORM_WITHOUT_PLUS_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w*.-]/);
export const WHATWG_C0_CONTROL_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[ -~]/);
export const WHATWG_FRAGMENT_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!#-;=?-_a-~]/);
export const WHATWG_QUERY_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!$-;=?-~]/);
export const WHATWG_SPECIAL_QUERY_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!$-&(-;=?-~]/);
export const WHATWG_PATH_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!$-;=@-\]_a-z|~]/);
export const WHATWG_USERINFO_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!$-.0-9A-Z_a-z~]/);

// The sets named `firefox10`, `chrome16`, `rfc8187-attr-char` and `rfc6265-cookie-octet`.
export const FIREFOX_10_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!#-&(-;=?-_a-~]/);
export const CHROME_16_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!#-;=?-~]/);
export const ATTR_CHAR_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w!#$&+.^`|~-]/);
export const COOKIE_OCTET_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!#$&-+\--:<-[\]-~]/);
