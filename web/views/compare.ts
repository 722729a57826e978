import { compareUris, normalizeUri, type UriEquality } from "../../src/uri/index.ts";
import { fill, h } from "../components/dom.ts";
import { drawGrowing } from "../components/growing-text.ts";
import { type Highlight, partName } from "../components/highlights.ts";
import type { Draw, Page } from "../components/page.ts";
import { callNative, copyButton, examples, table } from "../components/results.ts";
import { drawIsolated } from "../components/invisible-characters.ts";

/** The rules in order, and the differences that each ignores. */
const RULES: readonly (readonly [UriEquality, string])[] = [
  ["identical", "character by character"],
  ["hex-case", "the case of escapes, scheme and host"],
  ["unreserved-escapes", "escapes of A-Z a-z 0-9 - . _ ~"],
  ["dot-segments", "the segments . and .."],
  ["scheme-rules", "default ports, the empty path, and what does not count in a URN"],
  ["reserved-without-purpose", "escapes of / ? : @ where these have no purpose"],
  ["whatwg", "what a browser does to a URL"],
];

export function view(host: HTMLElement, page: Page): Draw {
  return ({ text: a, other: b }) => {
    if (a === "" && b === "") return fill(host, examples(page, "compare"));
    if (a === "" || b === "") {
      page.mark([]);
      page.mark([], "other");
      page.setCopy(undefined);
      return fill(host, h("p", "notes", `Paste the ${a === "" ? "first" : "second"} URI to compare the two.`));
    }
    const { equality, differences, message } = compareUris(a, b, { reservedWithoutPurpose: true });
    const marks = (side: "a" | "b") =>
      differences.map((difference): Highlight => ({ ...difference[side], kind: "differs" }));
    page.mark(marks("a"));
    page.mark(marks("b"), "other");
    page.announce(message);
    page.setCopy(undefined);
    const reached = RULES.findIndex(([rule]) => rule === equality);
    fill(
      host,
      h(
        "article",
        "card",
        h("h2", {}, message),
        h(
          "ol",
          "rules",
          ...RULES.map(([rule, ignores], k) => {
            const equal = reached >= 0 && k >= reached;
            return h(
              "li",
              {
                class: `${equal ? "equal" : ""}${k === reached ? " reached" : ""}`,
                attributes: { "aria-current": k === reached && "step" },
              },
              h("span", `badge ${equal ? "info" : "same"}`, equal ? "equal" : "different"),
              h("code", {}, rule),
              h("span", "soft", k === 0 ? ignores : `also ignoring ${ignores}`),
            );
          }),
        ),
      ),
      h(
        "article",
        "card sides",
        h("h2", {}, "Side by side"),
        h("pre", "text", drawGrowing(a, marks("a"))),
        h("pre", "text", drawGrowing(b, marks("b"))),
        differences.length > 0 &&
          table(
            ["Component", "First", "Second"],
            differences.map(({ component, a: one, b: two }) => [partName(component), place(a, one), place(b, two)]),
          ),
      ),
      h(
        "article",
        "card",
        h("h2", {}, "Normalized"),
        table(
          ["URI", "RFC 3986", "This browser: new URL(text).href", ""],
          [a, b].map((text, k) => {
            const normal = normalizeUri(text);
            const native = callNative("", () => new URL(text).href);
            return [
              k === 0 ? "First" : "Second",
              h("code", {}, drawIsolated(normal.slice(0, 1024))),
              native.value === undefined
                ? h("span", "refused", drawIsolated(native.error))
                : h("code", {}, drawIsolated(native.value.slice(0, 1024))),
              copyButton(() => normal),
            ];
          }),
        ),
      ),
    );
  };
}

function place(text: string, { index, length }: { readonly index: number; readonly length: number }): HTMLElement {
  if (length === 0) return h("span", "nothing", `nothing, at ${index}`);
  return h(
    "span",
    {},
    h("code", {}, drawIsolated(text.slice(index, index + Math.min(length, 64)))),
    h("span", "soft", ` at ${index}`),
  );
}
