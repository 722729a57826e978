import { PercentEncodingError } from "percodec";
import { findLinks, type FindLinksOptions, type FoundLink, formatLink } from "percodec/links";
import { CliError, EXIT } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { processTexts } from "../run/texts.ts";

/** `percodec links`. */
export async function links(invocation: Invocation): Promise<number | undefined> {
  const options: FindLinksOptions = { scheme: invocation.choice("links", "scheme") };
  const formats = invocation.has("format-links");
  if (formats && invocation.has("json"))
    throw new CliError(EXIT.usage, "--format-links writes texts: leave out --json");
  return processTexts(invocation, invocation.operands, {
    text: (text) => (formats ? formatLinks(text, options) : findLinks(text, options).map(({ uri }) => uri)),
    report: (text) => ({ text, links: findLinks(text, options) }),
  });
}

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
