import { toJson } from "../../../shared/literal.ts";
import { percentEncode } from "percodec";
import { findInner, type InnerKind, type LayeredValue, type TextReport } from "../../../shared/reading/report.ts";
import { rfc3986 } from "percodec/sets";
import { FURTHER_LAYERS, readToken } from "../../app/decode-as.ts";
import { decodeAs } from "../../../shared/text.ts";
import { button, h } from "../../components/dom.ts";
import { copyButton, fold } from "../../components/results.ts";
import { drawShown } from "./answer-context.ts";

export const STEPS = ["①", "②", "③", "④", "⑤", "⑥", "⑦", "⑧", "⑨", "⑩", "⑪", "⑫", "⑬", "⑭", "⑮", "⑯"];
/** The most units of a layer that are drawn. */
const LINE_UNITS = 512;
/** For each kind of text inside a value: its title, how it is read, and the label of its Copy. */
const INNER: Readonly<Record<InnerKind, readonly [title: string, read: (value: string) => string, copy: string]>> = {
  json: ["A JSON text inside", (value) => toJson(JSON.parse(value), 2), "Copy as indented JSON"],
  token: [
    "A JSON Web Token inside: its signature is not checked",
    (value) => readToken(value) ?? value,
    "Copy the content of the token",
  ],
};

/**
 * Draws what a value has besides the decoding that is shown: other encodings, the other layers, and the text inside.
 *
 * @param shown the decoding that is shown with a Copy of its own
 * @param isHiding whether a further decoding reveals a delimiter: its result then has no Copy
 */
export function drawMore(
  value: LayeredValue,
  shown: string,
  rewrite: (raw: string) => void,
  isHiding: boolean,
): readonly Node[] {
  const { raw, layers, inner, charsets = [] } = value;
  const peel = (): void => rewrite(raw.replace(/%25([\dA-Fa-f]{2})/g, "%$1"));
  return [
    ...charsets.flatMap((charset) => drawCharset(value, charset, shown, rewrite)),
    ...(layers.length > 1 ? [drawLadder(layers, isHiding ? undefined : peel)] : []),
    ...(inner === undefined ? [] : [drawInner(layers, inner)]),
  ];
}

/** Returns whether a further decoding of a text reveals a delimiter. */
export function hidesDelimiter({ findings }: TextReport): boolean {
  return findings.some(({ code }) => code === "hidden-delimiter");
}

/** Returns the text of a value in the encoding that its bytes look like most, or else after one decoding. */
export function decodeLikeliest(value: LayeredValue): string {
  const [charset] = value.charsets ?? [];
  return (charset === undefined ? undefined : decodeValue(value, charset)) ?? value.layers[0]!;
}

function decodeValue({ raw, plus }: LayeredValue, charset: string): string | undefined {
  return decodeAs(plus === "space" ? raw.replace(/\+/g, " ") : raw, charset);
}

function drawCharset(
  value: LayeredValue,
  charset: string,
  shown: string,
  rewrite: (raw: string) => void,
): readonly Node[] {
  const decoded = decodeValue(value, charset);
  if (decoded === undefined) return [];
  return [
    h(
      "p.charset",
      h("strong", drawShown(decoded)),
      h("span.soft", ` in ${charset} `),
      decoded !== shown && copyButton(decoded, "Copy", `the value in ${charset}`),
      button("Write it in UTF-8", () => rewrite(percentEncode(decoded, rfc3986.component))),
    ),
  ];
}

/** Draws a disclosure of the further layers of a value: one line and one Copy for each. */
function drawLadder(layers: readonly string[], peel: (() => void) | undefined): HTMLElement {
  const lines = layers
    .slice(1)
    .map((layer, k) =>
      h(
        "li",
        h("span", { "aria-hidden": "true" }, STEPS[k + 1] ?? String(k + 2)),
        h("span.unseen", `Decoded ${times(k + 2)}: `),
        h("code", drawShown(layer, LINE_UNITS)),
        peel && copyButton(layer, "Copy", `decoded ${times(k + 2)}`),
      ),
    );
  return h(
    "details.ladder",
    // What a program that decodes twice would see is the danger, and is shown at once.
    { open: peel === undefined },
    h("summary", FURTHER_LAYERS),
    h("ol", ...lines),
    peel ? button("Peel one layer", peel) : h("p.soft", "Such a program can be led out of a folder, or past a check."),
  );
}

function times(count: number): string {
  return count === 2 ? "twice" : `${count} times`;
}

/** Draws a disclosure of the text inside a value; it is read when it is opened. */
function drawInner(layers: readonly string[], kind: InnerKind): HTMLElement {
  const value = layers.find((layer) => findInner(layer) === kind)!;
  const [title, read, copy] = INNER[kind];
  return fold("details.inner", h("summary", title), () => {
    const text = read(value);
    return [h("pre.text", drawShown(text)), h("p.actions", copyButton(text, copy))];
  });
}
