import { describe, expect, test } from "vitest";
import { comparePartwise, describeComparison, RULES } from "../../../tool/page/app/comparison.ts";

const describePair = (a: string, b: string): string => describeComparison(comparePartwise(a, b));

describe("the headline of a comparison", () => {
  test.each([
    ["http://e.com/", "http://e.com/", "The texts are identical."],
    [
      "http://e.com/%7Eu",
      "HTTP://e.com/~u",
      "Equal by unreserved-escapes: in the scheme, only the case of the scheme, the host or hex digits differs; in the path, the escape of an unreserved character equals the character.",
    ],
    [
      "http://e.com:80/a/./b",
      "http://e.com/a/b",
      "Equal by scheme-rules: in the authority, the default port of http is 80; in the path, the dot segments . and .. are removed.",
    ],
    [
      "http://EXAMPLE.com:80/%7Ea",
      "http://example.com/~a",
      "Equal by scheme-rules: in the authority, the default port of http is 80, and the case of the host does not count; in the path, the escape of an unreserved character equals the character.",
    ],
    ["http://e.com/a%2Fb", "http://e.com/a/b", "Different: the path differs by every rule."],
    [
      "http://e.com:80/%7eu?x=1#f",
      "HTTP://e.com/~u?x=2",
      "Different: the query and fragment differ by every rule; the scheme becomes equal by hex-case; the authority becomes equal by scheme-rules; the path becomes equal by unreserved-escapes.",
    ],
    // The port 80 is not the default of https.
    ["http://e.com:80/", "https://e.com/", "Different: the scheme and authority differ by every rule."],
    ["http:\\\\e.com", "http://e.com/", "Equal for browsers only: they parse both to the same URL."],
    [
      "urn:isbn:1?=q",
      "urn:ISBN:1",
      "Equal by scheme-rules: in the path, the case of the namespace of a URN does not count (https://www.rfc-editor.org/rfc/rfc8141#section-3.1); in the query, the r-, q- and f-components of a URN do not count (https://www.rfc-editor.org/rfc/rfc8141#section-3.1).",
    ],
  ])("of %s and %s", (a, b, sentence) => {
    expect(describePair(a, b)).toBe(sentence);
  });

  test("names every component that differs, and no rule after the one that makes the URIs equal", () => {
    const texts = "http://e.com HTTP://E.com:80/ //e.com/%41 a/../b?%3f#%3F ?/ ?%2F x:y //e.com//a".split(" ");
    for (const a of texts)
      for (const b of texts) {
        const { equality, differences, parts } = comparePartwise(a, b);
        const reached = RULES.findIndex(([rule]) => rule === equality);
        expect(parts.map(({ component }) => component)).toEqual(differences.map(({ component }) => component));
        if (reached >= 0) expect(parts.every(({ rule }) => rule >= 0 && rule <= reached)).toBe(true);
        for (const component of parts.map((part) => part.component))
          expect(describePair(a, b)).toMatch(equality === "whatwg" ? /browsers/ : component);
      }
  });
});
