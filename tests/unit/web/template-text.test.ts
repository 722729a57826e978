import { fc, test as property } from "./property.ts";
import { describe, expect, test } from "vitest";
import { PercentEncodingError } from "../../../library/src/index.ts";
import { expandTemplate, type TemplateValue } from "../../../library/src/template/index.ts";
import { type Expression, parseTemplate } from "../../../library/src/template/parse.ts";
import {
  findValueFault,
  readMembers,
  readTemplateText,
  splitMembers,
  toValue,
  type ValueLine,
  withMembers,
  describeVariables,
} from "../../../tool/page/app/template-text.ts";
import { findFault } from "../../support/catch-fault.ts";

const readExpressions = (template: string): readonly Expression[] =>
  parseTemplate(template).filter((part) => typeof part !== "string");

describe("a text of the view Template", () => {
  test("is a template and a value on each line after it", () => {
    const text = "/{a}{?b*}\r\na=x=y\r\n\nstray\nb=1\nb=";
    const { template, lines } = readTemplateText(text);
    expect(template).toBe("/{a}{?b*}");
    expect(lines.map(({ name, value }) => [name, value])).toEqual([["a", "x=y"], ["stray", undefined], ["b", "1"], ["b", ""]]); // prettier-ignore
    expect(lines.map(({ index, length }) => text.slice(index, index + length))).toEqual([
      "a=x=y",
      "stray",
      "b=1",
      "b=",
    ]);
    expect(Array.from(readMembers(lines))).toEqual([["a", ["x=y"]], ["b", ["1", ""]]]); // prettier-ignore
  });

  test.each([
    ["adds it before a line end at the end", "/{a}\nb=2\n", "a", ["1"], "/{a}\nb=2\na=1\n"],
    ["replaces the members where the first one was", "/{a}\na=1\nb=2\na=3", "a", ["x", "y"], "/{a}\na=x\na=y\nb=2"],
  ])("%s", (_, text, name, members, wanted) => {
    expect(withMembers(text, name, members)).toBe(wanted);
  });

  property(
    "has the members that were written",
    fc.tuple(
      fc.array(fc.constantFrom("a=1", "b", "c=", "ab=2", "", "a=x=y")),
      fc.array(fc.stringMatching(/^[a-z= %]{0,5}$/)),
    ),
    ([rows, members]) => {
      const written = withMembers(["a={a}", ...rows].join("\n"), "a", members);
      const { template, lines } = readTemplateText(written);
      expect([template, readMembers(lines).get("a") ?? []]).toEqual(["a={a}", members]);
      const others = (list: readonly ValueLine[]) => list.filter(({ name }) => name !== "a").map(({ name }) => name);
      expect(others(lines)).toEqual(others(readTemplateText(["a={a}", ...rows].join("\n")).lines));
    },
  );

  test("a line is a text, several are a list, and pairs need a variable that is exploded", () => {
    expect(toValue(undefined, true)).toBeUndefined();
    expect(toValue(["a=b"], false)).toBe("a=b");
    expect(toValue(["a", "b"], false)).toEqual(["a", "b"]);
    expect(toValue(["a=b=c", "d="], true)).toEqual([["a", "b=c"], ["d", ""]]); // prettier-ignore
    expect(toValue(["a=b", "c"], true)).toEqual(["a=b", "c"]);
  });

  test("a field has one member a line, without one more after the last line end", () => {
    expect(splitMembers("")).toEqual([]);
    expect(splitMembers("a\n")).toEqual(["a"]);
    expect(splitMembers("a\n\nb")).toEqual(["a", "", "b"]);
  });
});

describe("the variables", () => {
  test("are listed once, with each use in words", () => {
    expect(describeVariables(readExpressions("{a}{/a,b:1}{?c*}{&a:3}"))).toEqual([
      {
        name: "a",
        uses: ["in place", "a path segment", "in the query, after other parameters, its first 3 characters (:3)"],
        isExploded: false,
        hasPrefix: true,
      },
      { name: "b", uses: ["a path segment, its first character (:1)"], isExploded: false, hasPrefix: true },
      {
        name: "c",
        uses: ["in the query, with its name, each member on its own (*)"],
        isExploded: true,
        hasPrefix: false,
      },
    ]);
  });

  test.each(["{+a}", "{#a}", "{.a}", "{;a}"])("each operator has words: %s", (template) => {
    expect(describeVariables(readExpressions(template))[0]!.uses[0]).not.toBe("");
  });
});

describe("an error of a value is found in its line", () => {
  test.each([
    ["/{a}{?b}\nb=1/2\na=x/y", [], "/y"],
    ["/{a}\na=1\na=x\ud800z", ["slash"], "\ud800"],
    ["/{+b}{/a}\nb=1/2\na=u\\v", [], "\\v"],
  ] as const)("%j", (text, allow, wanted) => {
    const { template, lines } = readTemplateText(text);
    const expressions = readExpressions(template);
    const values: Record<string, TemplateValue> = Object.fromEntries(
      describeVariables(expressions).map(({ name }) => [name, toValue(readMembers(lines).get(name), false)]),
    );
    const error = findFault(() => expandTemplate(template, values, { allow }));
    const { index, length } = findValueFault(error, expressions, lines);
    expect(text.slice(index, index + length)).toBe(wanted);
  });

  test("and one of the template in the template", () => {
    const fault = {
      operation: "expand the template",
      code: "unsafe-segment",
      index: 1,
      length: 3,
    } as PercentEncodingError;
    expect(findValueFault(fault, [], [])).toEqual({ index: 1, length: 3 });
  });
});
