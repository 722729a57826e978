import fc from "fast-check";
import { expect, test } from "vitest";
import { parseForm, serializeForm } from "../../../library/src/form/index.ts";
import { URLSearchParams as Oracle } from "../../support/oracle/index.mjs";
import { readInputs } from "../../support/vectors.ts";
import { readSize } from "../../support/sizes.ts";
import { forAll } from "../../support/for-all.ts";

// Node's URLSearchParams cannot be the oracle: it corrupts raw non-ASCII characters beside a malformed escape.
const RUNS = readSize("URIS");

/** Tokens that are hard to parse, each as likely as all plain text together. */
const token = fc.constantFrom(
  ..."&=+;%?#a1 ",
  ..."% %4 %zz %26 %3D %2B %25 %41 %c3%a9 %E2%82 %AC %C0%AF %ED%A0%80 %F0%9F%98%80 %EF%BB%BF".split(" "),
  ..."\ufeff é мир 😀 \ud800 \udc00 \0 \r\n __proto__ _charset_=".split(" "),
);
const query = fc.array(fc.oneof({ weight: 4, arbitrary: token }, fc.string({ unit: "binary", maxLength: 4 })), {
  maxLength: 12,
});

test("with the rules whatwg, random inputs and those of the vectors are parsed as by whatwg-url", () => {
  const compare = (text: string) => {
    // Its constructor removes one "?"; the parser of the standard does not.
    expect([...parseForm(text, { rules: "whatwg" })]).toEqual([...new Oracle(`?${text}`)]);
  };
  forAll(RUNS, query, (tokens) => compare(tokens.join("")));
  for (const input of readInputs("form-parse")) compare(input);
});

test("with the rules whatwg, bytes are parsed like their text", () => {
  forAll(query, (tokens) => {
    const text = tokens.join("").replaceAll(/\p{Surrogate}/gu, "\ufffd");
    const bytes = new TextEncoder().encode(text);
    expect([...parseForm(bytes, { rules: "whatwg" })]).toEqual([...parseForm(text, { rules: "whatwg" })]);
  });
});

test("random lists are serialized as by whatwg-url", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 8 }),
    fc.array(token, { maxLength: 4 }).map((all) => all.join("")),
  );
  forAll(RUNS, fc.array(fc.tuple(text, text), { maxLength: 4 }), (pairs) => {
    expect(serializeForm(pairs, { loneSurrogate: "replace" })).toBe(new Oracle(pairs).toString());
  });
});

test("serialized pairs are parsed back strictly, with any option", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 8 });
  const pairs = fc.array(fc.tuple(text, text), { maxLength: 6 });
  forAll(pairs, fc.constantFrom("+", "%20"), fc.constantFrom("&", ";"), (list, space, separator) => {
    const form = serializeForm(list, { space, separator });
    expect([...parseForm(form, { separator: "&;" })]).toEqual(list);
  });
});
