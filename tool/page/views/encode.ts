import { type EncodeOptions, percentDecode, percentEncode } from "percodec";
import { namedSet } from "percodec/sets";
import { findLostCharacters } from "../app/losses.ts";
import { button, fill, formatCount, h } from "../components/dom.ts";
import { convertLines, keepConverted } from "../app/lines.ts";
import { textConverterFor } from "../app/text-converter.ts";
import { readOption } from "../app/state.ts";
import { toMarks } from "../components/highlights.ts";
import { drawLost } from "../components/lost-characters.ts";
import type { Draw, Page } from "../components/page.ts";
import { hexDump, lineFaults, measure, result, utf8 } from "../components/results.ts";
import { drawConverted } from "../components/converted.ts";
import { unlessRefused } from "../../shared/unless-refused.ts";
import { withLesson } from "./lesson-place.ts";

const LONE_SURROGATE = /[\ud800-\udfff]/gu;

export function view(host: HTMLElement, page: Page): Draw {
  return withLesson(host, page, (state) =>
    drawConverted(host, page, state, (charset) => {
      const { text } = state;
      const set = namedSet(readOption(state, "set")).remove(readOption(state, "keep"));
      const options = {
        loneSurrogate: readOption(state, "loneSurrogate"),
        encoding: charset,
        unencodable: readOption(state, "unencodable"),
        preserveEscapes: readOption(state, "preserveEscapes") === "true",
      } as EncodeOptions;
      const converter = textConverterFor("encode", state, page.redraw);
      if (converter === "loading") return fill(host, h("p.waiting", "Loading the options of text …"));
      const encode = (part: string): string => {
        if (converter === undefined) return encodePlain(part);
        if (part.search(LONE_SURROGATE) < 0) return converter(part).value;
        // Throws the error of a lone surrogate, if it is one.
        percentEncode(part, set, options);
        return converter(part.replace(LONE_SURROGATE, "\ufffd")).value;
      };
      const encodePlain = (part: string): string => percentEncode(part, set, options);
      const isByLine = readOption(state, "lines") === "true";
      const { value, faults } = isByLine ? convertLines(text, encode) : { value: encode(text), faults: [] };
      page.mark(toMarks(faults, "danger"));
      const notes: (string | Node)[] = [value === text ? "Encoding changed nothing." : measure(value)];
      if (options.preserveEscapes) notes.push("Valid escapes stay: not every text can be decoded back.");
      else if (!set.reversible)
        notes.push("This set keeps %, or keeps + and writes a space as +: not every text can be decoded back.");
      const converted = isByLine ? keepConverted(text, faults) : [text];
      const surrogates = converted.reduce((sum, part) => sum + (part.match(LONE_SURROGATE) ?? []).length, 0);
      if (surrogates > 0 && charset === undefined)
        notes.push(`${formatCount(surrogates, "lone surrogate")} became U+FFFD.`);
      const lost = charset && findLostCharacters(converted, charset);
      const lostWords = lost && lost.count > 0 ? `, ${formatCount(lost.count, "character")} not in the encoding` : "";
      page.announce(`Encoded: ${measure(value)}${lostWords}`);
      const decodeOptions = set.spaceAsPlus ? { plus: "space" } : {};
      fill(
        host,
        set.has("%") && !options.preserveEscapes && drawAlreadyEncoded(page, text),
        lost &&
          drawLost(
            lost,
            readOption(state, "encoding"),
            button("Use UTF-8", () => page.setOption("encoding", "UTF-8")),
            button("Stop at such a character", () => page.setOption("unencodable", "throw")),
          ),
        result(page, {
          title: "Encoded",
          value,
          notes,
          file: "encoded.txt",
          actions: [button("Decode", () => page.go({ mode: "decode", text: value, options: decodeOptions }))],
        }),
        lineFaults(page, faults),
        ...drawBytes(text, options),
      );
    }),
  );
}

/** Draws the bytes of a text in the chosen encoding, which are those that the escapes stand for. */
function drawBytes(text: string, options: EncodeOptions): readonly HTMLElement[] {
  const { encoding } = options;
  if (encoding === undefined) return [hexDump("Bytes of the text", utf8(text))];
  const all = unlessRefused(() => percentEncode(text, namedSet("all"), { ...options, preserveEscapes: false }));
  if (all === undefined) return [];
  // The digits of a reference are not escaped.
  const bytes = Uint8Array.from(all.matchAll(/%(..)|./g), ([unit, hex]) =>
    hex === undefined ? unit.charCodeAt(0) : parseInt(hex, 16),
  );
  return [hexDump(`Bytes of the text in ${encoding.name}`, bytes)];
}

/** Draws that a text contains escapes, which are encoded a second time, and the ways out; false for a text without escapes. */
function drawAlreadyEncoded(page: Page, text: string): HTMLElement | false {
  const [escape] = /%[\dA-Fa-f]{2}/.exec(text) ?? [];
  if (escape === undefined) return false;
  const decoded = percentDecode(text, { malformed: "keep", invalidUtf8: "keep" });
  const isUrl = /^\s*[a-z][a-z\d+.-]*:\/\//i.test(text);
  return h(
    "article.card.already",
    h("h2", "This text is already encoded"),
    h("p", "Encoding it again makes ", h("code", `%25${escape.slice(1)}`), " of ", h("code", escape), "."),
    h(
      "p.actions",
      button("Keep its escapes", () => page.setOption("preserveEscapes", "true")),
      decoded !== text && button("Decode it first", () => page.replaceText(decoded)),
      isUrl && button("Clean the URL instead", () => page.go({ mode: "clean", text, options: {} })),
    ),
  );
}
