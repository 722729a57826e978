import { findLinks, type FindLinksOptions } from "percodec/links";

export interface PlacedLink {
  readonly index: number;
  /** The index after its last unit. */
  readonly end: number;
  /** The link as written, with `https://` if it has no scheme, or the `mailto` URI of an address. */
  readonly url: string;
}

/**
 * A URL with a scheme, up to what ends it in every kind of text. A list may have no spaces. A backslash ends a URL, but before an `@` of a host:
 * browsers and other programs do not agree on that host.
 */
const CANDIDATE =
  /(?<![a-z\d+.-])(?:https?|ftp|wss?):[/\\]{2}(?:[^\s"<>\\^`/?#]+\\+(?=@))?(?:(?![,;|](?:https?|ftp|wss?):[/\\]{2})[^\s"<>\\^`])+/gi;
/** The scheme and the host of a candidate, with the port and what precedes an `@`. Browsers read U+FE63 and U+FF0D as hyphens. */
const AUTHORITY =
  /^[a-z]+:[/\\]{2}(?:[^\s/?#@]*@)*(?:\[[\da-f:.]+\]|(?:[\p{L}\p{N}\p{M}\p{Cf}\p{So}\p{Sc}._%\u3002\uff0e\uff61\ufe63\uff0d-])+)(?::\d*)?/iu;
/** The characters that end a link which stands directly after their partner. */
const PARTNERS: Readonly<Record<string, string>> = {
  "'": "'",
  ",": ",",
  "|": "|",
  ";": ";",
  "‘": "’",
  "“": "”",
  "«": "»",
};
/** The characters that end a link in HTML, JSON, a shell or Markdown; an apostrophe within a word does not. */
const ENDS = /["<>\\^`|]|(?<!\w)'|'(?!\w)/g;
/** Marks of Markdown around a link. */
const MARKDOWN = /[*_~]/;
const HOST = "https://e.com";

/**
 * Finds the URLs with a scheme in a text. Unlike `findLinks` of the library it finds those with a user name and of any host: a link that
 * deceives may have both. Where the path, the query and the fragment end, `findLinks` decides.
 *
 * @param separator what counts as the character before the text: a comma in CSV
 */
export function findUrls(text: string, separator = ""): readonly PlacedLink[] {
  const links: PlacedLink[] = [];
  for (const { 0: written, index } of text.matchAll(CANDIDATE)) {
    const before = index === 0 ? separator : text[index - 1]!;
    const partner = written.indexOf(PARTNERS[before] ?? "\n");
    const candidate = partner < 0 ? written : written.slice(0, partner);
    const authority = AUTHORITY.exec(candidate)?.[0];
    if (authority === undefined) continue;
    let length = findEnd(candidate, authority);
    while (MARKDOWN.test(before) && candidate[length - 1] === before) length--;
    links.push({ index, end: index + length, url: candidate.slice(0, length) });
  }
  return links;
}

function findEnd(candidate: string, authority: string): number {
  const rest = candidate.slice(authority.length);
  if (!/^[/?#]/.test(rest)) return authority.replace(/[.:_%-]+$/, "").length;
  return authority.length + findLinks(HOST + rest)[0]!.length - HOST.length;
}

/** Lists the URLs with a scheme in a text, once each. */
export function findLinksInText(text: string): readonly string[] {
  return [...new Set(findUrls(text).map(({ url }) => url))];
}

/** Finds the URLs with a scheme, and the other links that `findLinks` of the library finds between them. */
export function findAllLinks(text: string, options: FindLinksOptions, separator?: string): readonly PlacedLink[] {
  const urls = findUrls(text, separator);
  if (!/[.\u3002\uff0e\uff61]/.test(text)) return urls;
  const rest = urls.map(({ index, end }, k) => text.slice(urls[k - 1]?.end ?? 0, index) + " ".repeat(end - index));
  const plain = rest.join("") + text.slice(urls.at(-1)?.end ?? 0);
  const others = findLinks(plain.replace(ENDS, " "), options).map(({ index, length, uri }) => ({
    index,
    end: index + length,
    url: uri,
  }));
  return [...urls, ...others].sort((a, b) => a.index - b.index);
}
