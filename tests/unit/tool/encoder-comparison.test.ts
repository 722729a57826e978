import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareEncoders } from "../../../tool/shared/explain/encoder-comparison.ts";
import { forAll } from "../../support/for-all.ts";

const write = (text: string): Record<string, string> =>
  Object.fromEntries(
    compareEncoders(text).results.map(({ encoder, value, error }) => [encoder, value ?? `refused at ${error!.index}`]),
  );

describe("what encoders write", () => {
  test("letters, digits, hyphen, period and underscore stay, and no encoder differs", () => {
    expect(compareEncoders("a-Z_0.9")).toMatchObject({ agree: true, differences: [] });
    expect(new Set(Object.values(write("a-Z_0.9")))).toEqual(new Set(["a-Z_0.9"]));
  });

  test("a lone surrogate, by its place", () => {
    const written = write("a\ud800");
    expect(Object.keys(written).filter((encoder) => written[encoder] === "refused at 1")).toEqual(
      "encode-uri-component encode-uri fixed-encode-component python python-plus".split(" "),
    );
    expect(written).toMatchObject({ escape: "a%uD800", java: "a%3F", python2: "a%ED%A0%80", form: "a%EF%BF%BD" });
  });

  test("each character that differs is listed once, by what is written for it", () => {
    const { agree, differences } = compareEncoders("é \u{1f600} ");
    expect(agree).toBe(false);
    expect(differences.map(({ index, length, encoders }) => [index, length, Object.keys(encoders)])).toEqual([
      [0, 1, ["%C3%A9", "%E9"]],
      [1, 1, ["%20", "+"]],
      [2, 2, ["%F0%9F%98%80", "%uD83D%uDE00"]],
    ]);
  });

  test("every text is written as the functions of this runtime write it", () => {
    const fixed = (text: string) =>
      encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
    forAll(fc.string({ unit: "binary", maxLength: 12 }), (text) => {
      const refusedOr = (call: (given: string) => string) =>
        text.search(/\p{Surrogate}/u) < 0 ? call(text) : `refused at ${text.search(/\p{Surrogate}/u)}`;
      expect(write(text)).toMatchObject({
        "encode-uri-component": refusedOr(encodeURIComponent),
        "encode-uri": refusedOr(encodeURI),
        escape: escape(text),
        "fixed-encode-component": refusedOr(fixed),
        form: String(new URLSearchParams({ v: text })).slice(2),
      });
    });
  });
});
