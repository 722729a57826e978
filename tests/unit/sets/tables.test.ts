import { expect, test } from "vitest";
import { type ByteTable, byteTable } from "../../../library/src/sets/byte-table.ts";
import {
  ecmascript,
  namedSet,
  type PercentEncodeSet,
  rfc3986,
  rfc8187,
  whatwg,
} from "../../../library/src/sets/index.ts";
import * as tables from "../../../library/src/sets/tables.ts";

/** The named set of each table. */
const SETS: Record<keyof typeof tables, PercentEncodeSet> = {
  COMPONENT_TABLE: rfc3986.component,
  USERINFO_TABLE: rfc3986.userinfo,
  REG_NAME_TABLE: rfc3986.regName,
  PATH_TABLE: rfc3986.path,
  QUERY_TABLE: rfc3986.query,
  FORM_TABLE: whatwg.form,
  FORM_WITHOUT_PLUS_TABLE: ecmascript.encodeURIComponent.add("!'()~"),
  WHATWG_C0_CONTROL_TABLE: whatwg.c0Control,
  WHATWG_FRAGMENT_TABLE: whatwg.fragment,
  WHATWG_QUERY_TABLE: whatwg.query,
  WHATWG_SPECIAL_QUERY_TABLE: whatwg.specialQuery,
  WHATWG_PATH_TABLE: whatwg.path,
  WHATWG_USERINFO_TABLE: whatwg.userinfo,
  FIREFOX_10_TABLE: namedSet("firefox10"),
  CHROME_16_TABLE: namedSet("chrome16"),
  ATTR_CHAR_TABLE: rfc8187.attrChar,
  COOKIE_OCTET_TABLE: namedSet("rfc6265-cookie-octet"),
};

const toFacts = ({ bytes, spaceAsPlus, keepsSequence }: ByteTable) => ({
  bytes: Array.from(bytes),
  spaceAsPlus,
  keepsSequence,
});

test.for(Object.entries(tables))("%s is the table of its set", ([name, table]) => {
  expect(toFacts(table)).toEqual(toFacts(byteTable(SETS[name as keyof typeof tables])));
});

test("the fragment's set is the query's", () => {
  expect(toFacts(byteTable(rfc3986.fragment))).toEqual(toFacts(tables.QUERY_TABLE));
});
