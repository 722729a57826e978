import { expect, test } from "vitest";
import { namedSet, setNames } from "../../../library/src/sets/index.ts";
import { SET_GROUPS } from "../../../tool/page/app/set-groups.ts";

const [purposes, ...groups] = SET_GROUPS;

test("the first group is the purposes in few words: the list of a phone cuts longer ones", () => {
  expect(purposes!.label).toBe("For a purpose");
  for (const { name, words } of purposes!.sets) {
    expect(namedSet(name).name).toBe(name);
    expect(words).toMatch(/^[A-Z].{5,29}$/);
  }
  // The default is the first entry.
  expect(purposes!.sets[0]!.name).toBe(setNames()[0]);
});

test("the other groups have each set once, by its name", () => {
  const listed = groups.flatMap(({ sets }) => sets);
  expect(listed.map(({ name }) => name).sort()).toEqual(setNames().sort());
  expect(listed.every(({ name, words }) => name === words)).toBe(true);
  expect(groups.filter(({ sets }) => sets.length === 0)).toEqual([]);
});

test("the groups say who uses the sets", () => {
  const find = (name: string) => groups.find(({ sets }) => sets.some((set) => set.name === name))?.label;
  expect(find("rfc3986-path")).toBe("URIs: RFC 3986");
  expect(find("whatwg-path")).toBe("URLs in browsers: URL Standard");
  expect(find("whatwg-form")).toBe("HTML forms");
  expect(find("php-urlencode")).toBe("Functions of PHP");
});
