import { describe, expect, test, vi } from "vitest";
import {
  findLinks,
  formatLink,
  linkDataVersion,
  listTopLevelDomains,
  topLevelDomainsDate,
} from "../../../library/src/links/index.ts";
import { createHostCases, findHostFault } from "../../support/link-hosts.ts";
import { countInputs } from "../../support/counters.ts";
import { seed } from "../../support/seed.ts";
import { readSize } from "../../support/sizes.ts";

const texts = (text: string, options?: Parameters<typeof findLinks>[1]): string[] =>
  findLinks(text, options).map(({ index, length }) => text.slice(index, index + length));

describe("findLinks", () => {
  test("an address after a URL is not its user name", () => {
    expect(findLinks("http://x.com y@e.com").map(({ uri }) => uri)).toEqual(["http://x.com", "mailto:y@e.com"]);
    expect(findLinks("http://x y@e.com").map(({ uri }) => uri)).toEqual(["mailto:y@e.com"]);
  });

  test("a browser sees the host of each link at its place, and accepts it", () => {
    const next = createHostCases(seed);
    let links = 0;
    const count = readSize("STRINGS") / 4;
    for (let k = 0; k < count; k++) {
      const text = next();
      for (const link of findLinks(text, { email: false })) {
        links++;
        expect(findHostFault(text, link), text).toBe(undefined);
      }
    }
    countInputs(count, "hosts");
    expect(links).toBeGreaterThan(count / 20);
  });

  test("without links there are none", () => {
    const alone = ". @ a a. .a @a.com :// http:// mailto: \ud800.com a.\udc00 com a@com com/ .com a@.com".split(" ");
    for (const text of ["", ...alone, alone.join(" ")]) {
      expect(texts(text), text).toEqual([]);
    }
  });

  test("any brackets of any depth in a path are matched without recursion", () => {
    const path = `${"(".repeat(200_000)}${")".repeat(200_000)}`;
    expect(texts(`See e.com/${path}) now`)).toEqual([`e.com/${path}`]);
  });

  test("a domain within a local part is not a link, however many there are", () => {
    const local = "a.com+".repeat(20_000);
    expect(findLinks(`${local}x@e.com`)).toEqual([
      { index: 0, length: local.length + 7, uri: `mailto:${local}x@e.com`, kind: "email" },
    ]);
  });

  test("a link behind a domain without scheme is found if a scheme is required", () => {
    expect(texts("a.com/?u=http://b.com/", { scheme: "required" })).toEqual(["http://b.com/"]);
    const text = "a.com b@c.com http://d.com mailto:e@f.com";
    expect(texts(text, { scheme: "required", email: false })).toEqual(["http://d.com"]);
  });

  test("the text and the list of the caller are read once and not changed", () => {
    const read = vi.fn(() => ["COM"].values());
    expect(texts("a.com b.com c.com", { topLevelDomains: { [Symbol.iterator]: read } })).toHaveLength(3);
    expect(read).toHaveBeenCalledOnce();
  });
});

describe("top-level domains", () => {
  test("the table has its date and the names of IANA's list in Unicode", () => {
    expect(topLevelDomainsDate).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(linkDataVersion).toBe("17.0.0");
    const names = listTopLevelDomains();
    expect(names.length).toBeGreaterThan(1400);
    expect(new Set(names).size).toBe(names.length);
    for (const name of ["com", "org", "museum", "zip", "рф", "中国", "香港", "भारत", "vermögensberatung"])
      expect(names).toContain(name);
    for (const name of names) expect(name).toMatch(/^(?:[a-z]+|[^\0-\x7f]+|[a-zäöü]+)$/);
  });

  test("the caller may change the list", () => {
    listTopLevelDomains().length = 0;
    expect(texts("a.com")).toEqual(["a.com"]);
  });

  test("each is found as Unicode and as A-label, in capitals too, and formatLink writes it", () => {
    const hosts = listTopLevelDomains().flatMap((name) => {
      const ascii = new URL(`http://${name}`).hostname;
      return [name, ascii, ascii.toUpperCase(), formatLink(`http://a.${ascii}`).slice("http://a.".length)];
    });
    const links = hosts.map((host) => `a.${host}`);
    expect(texts(links.join(" "))).toEqual(links);
  });

  test.each([
    ["com", 'topLevelDomains must be a list of names such as ["com"], not a string'],
    [7, 'topLevelDomains must be a list of names such as ["com"], not a number'],
    [[7], "a name of topLevelDomains must be a string, not a number; pass String(value)"],
    [["co.uk"], '"co.uk" of topLevelDomains is not a top-level domain; pass a name without dots, such as "com"'],
    [[""], '"" of topLevelDomains is not a top-level domain; pass a name without dots, such as "com"'],
  ])("a wrong list: %j", (topLevelDomains, message) => {
    expect(() => findLinks("", { topLevelDomains: topLevelDomains as never })).toThrow(new TypeError(message));
  });
});
