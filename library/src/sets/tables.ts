import { type ByteTable, tableKeeping } from "./byte-table.ts";

// The sets that the library itself uses, as tables by the characters that they keep: a bundle then needs neither the class
// PercentEncodeSet nor all sets of a source. Each is a named set of this folder, with its source there; the tests compare both.

/** `rfc3986.component`, the default. */
export const COMPONENT_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w.~-]/);

/** `rfc3986.userinfo`. */
export const USERINFO_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w!$&'()*+,;=:.~-]/);

/** `rfc3986.regName`. */
export const REG_NAME_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w!$&'()*+,;=.~-]/);

/** `rfc3986.path`. */
export const PATH_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w!$&'()*+,;=:@/.~-]/);

/** `rfc3986.query`, and `rfc3986.fragment`, which is equal. */
export const QUERY_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w!$&'()*+,;=:@/?.~-]/);

/** `whatwg.form`. */
export const FORM_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w*.-]/, true);

/** `whatwg.form`, but with a space as `%20`. */
export const FORM_WITHOUT_PLUS_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w*.-]/);

/** `whatwg.c0Control`. */
export const WHATWG_C0_CONTROL_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[ -~]/);

/** `whatwg.fragment`. */
export const WHATWG_FRAGMENT_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!#-;=?-_a-~]/);

/** `whatwg.query`. */
export const WHATWG_QUERY_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!$-;=?-~]/);

/** `whatwg.specialQuery`. */
export const WHATWG_SPECIAL_QUERY_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!$-&(-;=?-~]/);

/** `whatwg.path`. */
export const WHATWG_PATH_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!$-;=@-\]_a-z|~]/);

/** `whatwg.userinfo`. */
export const WHATWG_USERINFO_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!$-.0-9A-Z_a-z~]/);

/** The set named `firefox10`. */
export const FIREFOX_10_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!#-&(-;=?-_a-~]/);

/** The set named `chrome16`. */
export const CHROME_16_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!#-;=?-~]/);

/** `rfc8187.attrChar`. */
export const ATTR_CHAR_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w!#$&+.^`|~-]/);

/** The set named `rfc6265-cookie-octet`. */
export const COOKIE_OCTET_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[!#$&-+\--:<-[\]-~]/);
