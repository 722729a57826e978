import { PercentEncodingError } from "percodec";
import { findLinks, type FindLinksOptions, type FoundLink, formatLink } from "percodec/links";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { writeMessage } from "../io/sink.ts";
import { processTexts } from "../run/texts.ts";

/** `percodec links`. */
export async function links(invocation: Invocation): Promise<number | undefined> {
  const options: FindLinksOptions = { scheme: invocation.choice("links", "scheme") };
  const formats = invocation.has("format-links");
  if (formats && invocation.has("json"))
    throw new CliError(EXIT.usage, "--format-links writes texts: leave out --json");
  const noted = new Set<string>();
  const noteEscapes = (text: string): void => {
    for (const [pattern, note] of ESCAPED) {
      if (noted.has(note) || !pattern.test(text)) continue;
      noted.add(note);
      writeMessage(invocation.environment, `note: ${note}`);
    }
  };
  return processTexts(invocation, invocation.operands, {
    text: (text) => {
      noteEscapes(text);
      return formats ? formatLinks(text, options) : findLinks(text, options).map(({ uri }) => uri);
    },
    report: (text) => {
      noteEscapes(text);
      return { text, links: findLinks(text, options) };
    },
  });
}

/** URLs in texts that have to be decoded before their links are found, and what to do. */
const ESCAPED: readonly (readonly [pattern: RegExp, note: string])[] = [
  [/https?:\\+\//i, String.raw`this looks like JSON, in which "\/" is "/": decode it first, such as with jq -r`],
  [/&(?:amp|#38|#x26);/i, 'this looks like HTML, in which "&amp;" is "&": decode its references first'],
];

/** A link that ends as formatLink promises that a finder finds it: at the end, or before white space and punctuation before it. */
const ENDS_CLEARLY = /^\p{P}*(?:\s|$)/u;
/** How much of the text behind a link is read to decide this. */
const LOOKAHEAD_UNITS = 16;

/**
 * Writes each link of a text in readable form.
 *
 * A bracket that a link shows may belong together with one behind the link. So if the new text has other links than the old one,
 * only those before white space or the end are changed, and if it still has others, none.
 */
function formatLinks(text: string, options: FindLinksOptions): string {
  const found = findLinks(text, options);
  const isClear = ({ index, length }: FoundLink): boolean =>
    ENDS_CLEARLY.test(text.slice(index + length, index + length + LOOKAHEAD_UNITS));
  for (const isChanged of [(): boolean => true, isClear]) {
    const shown = found.map((link) => (isChanged(link) ? showLink(text, link) : readLink(text, link)));
    const formatted = replaceLinks(text, found, shown);
    const again = findLinks(formatted, options);
    if (again.length === shown.length && again.every((link, k) => readLink(formatted, link) === shown[k]))
      return formatted;
  }
  return text;
}

function readLink(text: string, { index, length }: FoundLink): string {
  return text.slice(index, index + length);
}

/**
 * Returns the readable form of a link, without a scheme if the text has none; or the link if it cannot be formatted. An address without
 * a scheme has no escapes, so its readable form is what is written.
 */
function showLink(text: string, link: FoundLink): string {
  const written = readLink(text, link);
  const isUri = link.kind === "email" && /^mailto:/i.test(written);
  if (link.kind === "email" && !isUri) return written;
  try {
    return formatLink(link.uri).slice(isUri ? 0 : link.uri.length - written.length);
  } catch (error) {
    if (error instanceof PercentEncodingError) return written;
    throw error;
  }
}

function replaceLinks(text: string, found: readonly FoundLink[], shown: readonly string[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const [k, { index, length }] of found.entries()) {
    parts.push(text.slice(from, index), shown[k]!);
    from = index + length;
  }
  return parts.join("") + text.slice(from);
}
