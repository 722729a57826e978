import { expect, test } from "vitest";
import { QueryEdit, findQuery, placeQuery, splitQuery } from "../../../tool/page/app/query-pairs.ts";
import { WORST_PAIRS } from "../../checks/worst.mjs";
import { testLinearTime } from "../../support/linear.ts";

const URL_TEXT = "http://e.com/%7e?a=%7e&&b&c=x+y#f?g&h";

/** Changes of a query, by the words that say what stays. */
// prettier-ignore
const CHANGES: [what: string, change: (edit: QueryEdit) => void, wanted: string, text?: string][] = [
  ["a value is set, and its name stays as it is written", (edit) => edit.setValue(0, "é&"), "http://e.com/%7e?a=%C3%A9%26&&b&c=x+y#f?g&h"],
  ["a value is set for a name without one", (edit) => edit.setValue(1, "1"), "http://e.com/%7e?a=%7e&&b=1&c=x+y#f?g&h"],
  ["a value becomes empty", (edit) => edit.setValue(0, ""), "http://e.com/%7e?a=&&b&c=x+y#f?g&h"],
  ["a name is set, and its value stays as it is written", (edit) => edit.setName(2, "é="), "http://e.com/%7e?a=%7e&&b&%C3%A9%3D=x+y#f?g&h"],
  ["a name without a value is set", (edit) => edit.setName(1, "k"), "http://e.com/%7e?a=%7e&&k&c=x+y#f?g&h"],
  ["a pair without a name and a value needs its equals sign", (edit) => edit.setName(1, ""), "http://e.com/%7e?a=%7e&&=&c=x+y#f?g&h"],
  ["a name becomes empty", (edit) => edit.setName(0, ""), "http://e.com/%7e?=%7e&&b&c=x+y#f?g&h"],
  ["the written form of a value is replaced", (edit) => edit.setRaw(2, "x+y", "%78"), "http://e.com/%7e?a=%7e&&b&c=%78#f?g&h"],
  ["a pair is removed with one separator", (edit) => edit.remove(1), "http://e.com/%7e?a=%7e&&c=x+y#f?g&h"],
  ["the last pair is removed", (edit) => edit.remove(2), "http://e.com/%7e?a=%7e&&b#f?g&h"],
  ["the only pair is removed", (edit) => edit.remove(0), "?", "?a=1"],
  ["two neighbours are exchanged, and an empty pair keeps its place", (edit) => edit.swapWithNext(0), "http://e.com/%7e?b&&a=%7e&c=x+y#f?g&h"],
  ["the last two are exchanged", (edit) => edit.swapWithNext(1), "http://e.com/%7e?a=%7e&&c=x+y&b#f?g&h"],
  ["a pair is added at the end of the query", (edit) => edit.add("n=v"), "http://e.com/%7e?a=%7e&&b&c=x+y&n=v#f?g&h"],
  ["a pair is added to an empty query", (edit) => edit.add("n=v"), "/p?n=v#f", "/p?#f"],
  ["changes follow each other", (edit) => (edit.swapWithNext(0), edit.remove(0), edit.setValue(0, "2")), "?a=2&c=3", "?a=1&b=2&c=3"],
];

test.each(CHANGES)("one change of a query leaves every other byte: %s", (_, change, wanted, text = URL_TEXT) => {
  const edit = new QueryEdit(placeQuery(text, text.indexOf("?") + 1));
  change(edit);
  expect(edit.text).toBe(wanted);
});

test("pairs are counted without the empty ones, and counting changes nothing", () => {
  const edit = new QueryEdit(placeQuery(URL_TEXT, URL_TEXT.indexOf("?") + 1));
  expect([edit.pairCount, edit.text]).toEqual([3, URL_TEXT]);
  expect(new QueryEdit(placeQuery("/p?#f", 3)).pairCount).toBe(0);
});

testLinearTime(
  {
    QueryEdit: (text) => new QueryEdit(placeQuery(text, text.indexOf("?") + 1)).swapWithNext(0),
    "findQuery, splitQuery": (text) => splitQuery(findQuery(text).query, "&;"),
  },
  WORST_PAIRS,
);
