import { describe, expect, test } from "vitest";
import { QueryEdit, findQuery, splitQuery } from "../../../tool/page/app/query-pairs.ts";
import { WORST_PAIRS } from "../../checks/worst.mjs";
import { testLinearTime } from "../../support/linear.ts";

const URL_TEXT = "http://e.com/%7e?a=%7e&&b&c=x+y#f?g&h";
const FROM = URL_TEXT.indexOf("?") + 1;

function edited(change: (edit: QueryEdit) => void, text = URL_TEXT, from = FROM): string {
  const edit = new QueryEdit(text, from);
  change(edit);
  return edit.text;
}

describe("one change of a query leaves every other byte", () => {
  test("a value is set, and its name stays as it is written", () => {
    expect(edited((edit) => edit.setValue(0, "é&"))).toBe("http://e.com/%7e?a=%C3%A9%26&&b&c=x+y#f?g&h");
    expect(edited((edit) => edit.setValue(1, "1"))).toBe("http://e.com/%7e?a=%7e&&b=1&c=x+y#f?g&h");
    expect(edited((edit) => edit.setValue(0, ""))).toBe("http://e.com/%7e?a=&&b&c=x+y#f?g&h");
  });

  test("a name is set, and its value stays as it is written", () => {
    expect(edited((edit) => edit.setName(2, "é="))).toBe("http://e.com/%7e?a=%7e&&b&%C3%A9%3D=x+y#f?g&h");
    expect(edited((edit) => edit.setName(1, "k"))).toBe("http://e.com/%7e?a=%7e&&k&c=x+y#f?g&h");
    // A pair without a name and a value needs its equals sign.
    expect(edited((edit) => edit.setName(1, ""))).toBe("http://e.com/%7e?a=%7e&&=&c=x+y#f?g&h");
    expect(edited((edit) => edit.setName(0, ""))).toBe("http://e.com/%7e?=%7e&&b&c=x+y#f?g&h");
  });

  test("the written form of a value is replaced", () => {
    expect(edited((edit) => edit.setRaw(2, "x+y", "%78"))).toBe("http://e.com/%7e?a=%7e&&b&c=%78#f?g&h");
  });

  test("a pair is removed with one separator", () => {
    expect(edited((edit) => edit.remove(1))).toBe("http://e.com/%7e?a=%7e&&c=x+y#f?g&h");
    expect(edited((edit) => edit.remove(2))).toBe("http://e.com/%7e?a=%7e&&b#f?g&h");
    expect(edited((edit) => edit.remove(0), "?a=1", 1)).toBe("?");
  });

  test("two neighbours are exchanged, and an empty pair keeps its place", () => {
    expect(edited((edit) => edit.swapWithNext(0))).toBe("http://e.com/%7e?b&&a=%7e&c=x+y#f?g&h");
    expect(edited((edit) => edit.swapWithNext(1))).toBe("http://e.com/%7e?a=%7e&&c=x+y&b#f?g&h");
  });

  test("a pair is added at the end of the query", () => {
    expect(edited((edit) => edit.add("n=v"))).toBe("http://e.com/%7e?a=%7e&&b&c=x+y&n=v#f?g&h");
    expect(edited((edit) => edit.add("n=v"), "a=1", 0)).toBe("a=1&n=v");
    expect(edited((edit) => edit.add("n=v"), "/p?#f", 3)).toBe("/p?n=v#f");
  });

  test("pairs are counted without the empty ones, and counting changes nothing", () => {
    const edit = new QueryEdit(URL_TEXT, FROM);
    expect(edit.pairCount).toBe(3);
    expect(edit.text).toBe(URL_TEXT);
    expect(new QueryEdit("/p?#f", 3).pairCount).toBe(0);
  });

  test("changes follow each other", () => {
    const changes = (edit: QueryEdit): void => {
      edit.swapWithNext(0);
      edit.remove(0);
      edit.setValue(0, "2");
    };
    expect(edited(changes, "a=1&b=2&c=3", 0)).toBe("a=2&c=3");
  });
});

testLinearTime(
  {
    QueryEdit: (text) => new QueryEdit(text, text.indexOf("?") + 1).swapWithNext(0),
    "findQuery, splitQuery": (text) => splitQuery(findQuery(text).query, "&;"),
  },
  WORST_PAIRS,
);
