import { type ByteTable, tableKeeping } from "./byte-table.ts";

// The sets that the library itself uses, as tables, so that a bundle needs neither their names nor the class PercentEncodeSet. Each is a
// named set of this folder; the tests compare both.

/** `rfc3986.component`, the default (https://www.rfc-editor.org/rfc/rfc3986#section-2.3). */
export const COMPONENT_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w.~-]/);

/** `whatwg.form` (https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set). */
export const FORM_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w*.-]/, true);

/** `whatwg.form`, but with a space as `%20`. */
export const FORM_WITHOUT_PLUS_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w*.-]/);

/** `rfc3986.regName` (https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2). */
export const REG_NAME_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[\w!$&'()*+,;=.~-]/);

/** `whatwg.c0Control` (https://url.spec.whatwg.org/#c0-control-percent-encode-set). */
export const C0_CONTROL_TABLE: ByteTable = /* @__PURE__ */ tableKeeping(/[ -~]/);
