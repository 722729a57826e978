import { describe, expect, test } from "vitest";
import { type ByteTable, byteTable } from "../../../library/src/sets/byte-table.ts";
import {
  all,
  diffSets,
  ecmascript,
  namedSet,
  PercentEncodeSet,
  rfc3986,
  rfc3987,
  rfc8187,
  setNames,
  whatwg,
} from "../../../library/src/sets/index.ts";
import * as tables from "../../../library/src/sets/tables.ts";
import * as sets from "../../../library/src/sets/index.ts";

const everySet = setNames().map(namedSet);
const ABOVE_ASCII = [
  0x80, 0xa0, 0xd7ff, 0xd800, 0xe000, 0xf8ff, 0xfdd0, 0xffff, 0x10000, 0xe0001, 0xf0000, 0x10fffd, 0x10ffff,
];
/** A code point of each kind that a set distinguishes. */
const SAMPLES = [...Array(128).keys(), ...ABOVE_ASCII];

describe("PercentEncodeSet", () => {
  test("is a Boolean algebra over every kind of character", () => {
    for (const a of everySet) {
      for (const b of [everySet[0]!, rfc3987.query, all]) {
        for (const code of SAMPLES) {
          expect(a.union(b).has(code)).toBe(a.has(code) || b.has(code));
          expect(a.complement().has(code)).toBe(!a.has(code));
        }
      }
      const twice = a.complement().complement();
      expect([twice.encoded, twice.nonAscii]).toEqual([a.encoded, a.nonAscii]);
    }
  });

  test("is immutable: methods return new sets, and the object is frozen", () => {
    const before = rfc3986.component.encoded;
    rfc3986.component.add("a");
    rfc3986.component.remove("/");
    expect(rfc3986.component.encoded).toBe(before);
    expect(Object.isFrozen(rfc3986.component)).toBe(true);
    expect(() => Object.assign(rfc3986.component, { name: "x" })).toThrow(TypeError);
  });

  test("lists the ASCII characters that it encodes and those that it keeps, in order", () => {
    const ascii = String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code));
    const unreserved = "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";
    expect(rfc3986.component.kept).toBe(unreserved);
    expect(rfc3986.component.encoded).toBe([...ascii].filter((one) => !unreserved.includes(one)).join(""));
    const few = PercentEncodeSet.encoding("~\0%", { nonAscii: "all" });
    expect([few.encoded, few.kept]).toEqual(["\0%~", ascii.replace(/[\0%~]/g, "")]);
    const none = PercentEncodeSet.encoding("");
    expect([none.encoded, none.kept]).toEqual(["", ascii]);
  });

  test("remove undoes add", () => {
    const set = rfc3986.component.add("az").remove("az");
    expect(Object.values(diffSets(set, rfc3986.component)).flat()).toEqual(["", "", false]);
  });

  test("is reversible if it encodes %, and also + if a space becomes +", () => {
    expect(PercentEncodeSet.encoding("%").reversible).toBe(true);
    expect(PercentEncodeSet.encoding(" ").reversible).toBe(false);
    expect(PercentEncodeSet.encoding("%", { spaceAsPlus: true }).reversible).toBe(false);
    expect(PercentEncodeSet.encoding("%+", { spaceAsPlus: true }).reversible).toBe(true);
    const irreversible = everySet.filter((set) => !set.reversible).map((set) => set.name);
    expect(irreversible).toEqual([
      ..."whatwg-c0-control whatwg-fragment whatwg-query whatwg-special-query whatwg-path".split(" "),
      ..."whatwg-userinfo ecmascript-decode-uri ecmascript-fixed-encode-uri firefox10 chrome16".split(" "),
    ]);
  });

  test("without the space, a set does not write + for a space", () => {
    expect(whatwg.form.remove(" ").spaceAsPlus).toBe(false);
    expect(whatwg.form.remove(" ").add(" ").spaceAsPlus).toBe(false);
    expect(whatwg.form.union(rfc3986.component).spaceAsPlus).toBe(true);
    expect(rfc3986.component.union(whatwg.form).spaceAsPlus).toBe(true);
    expect(whatwg.form.complement().spaceAsPlus).toBe(false);
  });

  test("what is no character or code point is a TypeError", () => {
    for (const wrong of ["ab", "", 0x110000, -1, 1.5]) expect(() => rfc3986.component.has(wrong)).toThrow(TypeError);
  });
});

describe("the registry", () => {
  test("every exported set is named after its object and property, in kebab-case", () => {
    const kebab = (word: string) =>
      word.replaceAll("URI", "Uri").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const found: string[] = [];
    for (const [group, value] of Object.entries(sets)) {
      if (value instanceof PercentEncodeSet) found.push(group);
      else if (typeof value === "object") for (const key of Object.keys(value)) found.push(`${group}-${kebab(key)}`);
    }
    expect(found).toContain("whatwg-form");
    expect(setNames()).toEqual(expect.arrayContaining(found));
  });

  test("every set has the link of its source", () => {
    for (const set of everySet) expect(set.source).toMatch(/^https:\/\/[^ ]+$/);
  });

  test("sets that are defined as supersets or equals of others are", () => {
    expect(byteTable(rfc3986.fragment).bytes).toEqual(byteTable(rfc3986.query).bytes);
    const chain = [whatwg.c0Control, whatwg.query, whatwg.path, whatwg.userinfo, whatwg.component, whatwg.form];
    for (let k = 1; k < chain.length; k++) expect(diffSets(chain[k - 1]!, chain[k]!).onlyA).toBe("");
    expect(diffSets(whatwg.component, ecmascript.encodeURIComponent)).toMatchObject({ onlyA: "", onlyB: "" });
    expect(diffSets(whatwg.form, rfc3986.component)).toMatchObject({ onlyA: "~", onlyB: "*", spaceDiffers: true });
    // One of them keeps the space, so only the other one writes it.
    const keepsSpace = rfc3986.component.remove(" ");
    expect(diffSets(whatwg.form, keepsSpace)).toMatchObject({ onlyA: " ~", spaceDiffers: false });
    expect(diffSets(keepsSpace, whatwg.form)).toMatchObject({ onlyB: " ~", spaceDiffers: false });
  });

  test("diffSets names the classes above U+007F", () => {
    expect(diffSets(rfc3986.query, rfc3987.query).nonAsciiOnlyA).toEqual(["ucschar", "iprivate"]);
    expect(diffSets(rfc3987.path, rfc3987.query).nonAsciiOnlyA).toEqual(["iprivate"]);
  });
});

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
