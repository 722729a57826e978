import { findLinks, type FindLinksOptions, type FoundLink, formatLink } from "percodec/links";
import { LinkLister, type LinkOptions, listLinks, type ListedLink } from "../../shared/reading/links.ts";
import { findOwner } from "../../shared/reading/owner.ts";
import { decodeText } from "../../shared/text.ts";
import { unlessRefused } from "../../shared/unless-refused.ts";
import { refuse } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { writeMessage } from "../io/sink.ts";
import { processTexts } from "../run/texts.ts";

/** `percodec links`. */
export async function links(invocation: Invocation): Promise<number | undefined> {
  const forms = (["format-links", "table", "json"] as const).filter((flag) => invocation.has(flag));
  const [form, other] = forms;
  if (form !== undefined && other !== undefined)
    refuse(`--${form} and --${other} are two forms of output: leave out one`);
  const scheme = invocation.choice("links", "scheme");
  const from = invocation.choice("links", "from");
  const noted = new Set<string>();
  const noteEscapes = (text: string, remedy: string): void => {
    for (const [pattern, note] of from === undefined ? ESCAPED : []) {
      if (noted.has(note) || !pattern.test(text)) continue;
      noted.add(note);
      writeMessage(invocation.environment, `note: ${note}: ${remedy}`);
    }
  };
  if (form === "format-links") {
    if (from !== undefined) refuse("--format-links writes texts as they are: leave out --from");
    return processTexts(invocation, {
      run: (text) => {
        noteEscapes(text, "decode it first, such as with jq -r");
        return formatLinks(text, { scheme });
      },
    });
  }
  const options: LinkOptions = { scheme, from, findOwner };
  const write = form === "table" ? toRow : ({ url }: ListedLink): string => url;
  /** The lines of the current file; an operand is an input of its own. */
  let lister: LinkLister | undefined;
  let rest: ListedLink[] = [];
  return processTexts(invocation, {
    readLine: (bytes, number) => {
      if (number === 1) {
        rest = [...(lister?.end() ?? [])];
        lister = new LinkLister(options);
      }
      return decodeText(bytes);
    },
    run: (text): readonly ListedLink[] => {
      noteEscapes(text, "it is decoded; --from text leaves it as it is");
      return [...rest.splice(0), ...(lister?.line(text) ?? listLinks(text, options))];
    },
    show: (found) => found.map(write),
    report: (found, text) => ({ text, links: found }),
    end: () => {
      const found = lister?.end() ?? [];
      return found.length === 0 ? undefined : found;
    },
  });
}

/** Writes the line, the host, the owner, the worst finding and the link. */
function toRow({ line, host, owner, worst, url }: ListedLink): string {
  return [line, host ?? "-", owner ?? "-", worst === undefined ? "-" : `${worst.severity}:${worst.code}`, url].join(
    "\t",
  );
}

/** What texts show that have to be decoded before their links are found. */
const ESCAPED: readonly (readonly [pattern: RegExp, note: string])[] = [
  [/https?:\\+\//i, String.raw`this looks like JSON, in which "\/" is "/"`],
  [/&(?:amp|#38|#x26);/i, 'this looks like HTML, in which "&amp;" is "&"'],
];

/** Matches what follows a link that every finder ends there: punctuation, if any, then white space or the end. */
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
  return unlessRefused(() => formatLink(link.uri).slice(isUri ? 0 : link.uri.length - written.length)) ?? written;
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
