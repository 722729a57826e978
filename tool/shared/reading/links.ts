import type { Finding } from "percodec/inspect";
import type { FindLinksOptions } from "percodec/links";
import { decodeText } from "../text.ts";
import { findAllLinks, type PlacedLink } from "./find-links.ts";
import { findInnerUrls, readBrowserHost } from "./inner-urls.ts";
import { findWorst, inspectUrl, reportParts } from "./report.ts";
import { ESCAPES_OF, hasDefanged, type Wrapper } from "./unwrap.ts";
import { type FindOwner, toDestination } from "./verdict.ts";

/** What a text was copied from; `auto` decides for each line. */
export type LinkSource = "auto" | "text" | "json" | "html";

export interface LinkOptions {
  readonly from?: LinkSource | undefined;
  /** Whether a link needs its scheme (default `"optional"`). */
  readonly scheme?: FindLinksOptions["scheme"];
  /** Looks up the owner of a host. */
  readonly findOwner?: FindOwner | undefined;
}

/** A link of a text. */
export interface ListedLink {
  /** The number of the line in which it begins, from 1. */
  readonly line: number;
  /** The index of its first unit in this line; 0 in Base64. */
  readonly index: number;
  /** The URL as it is meant: without the escapes of its source and without line breaks. */
  readonly url: string;
  readonly kind: LinkKind;
  /** The host as browsers read it; undefined for an address, or if browsers refuse it. */
  readonly host: string | undefined;
  readonly owner: string | undefined;
  /** The host of the last URL inside, or else the one that other programs read, if it differs from `host`. */
  readonly leadsTo: string | undefined;
  /** The worst finding, of the link or of a URL inside. */
  readonly worst: Pick<Finding, "severity" | "code"> | undefined;
  /** The link with the first word of the next line, if it may have been broken there. */
  readonly joined?: string;
}

export type LinkKind = "link" | "joined link" | "defanged link" | "link without a scheme" | "mail address";

/** Lists the links of a text in order. */
export function listLinks(text: string, options: LinkOptions = {}): readonly ListedLink[] {
  const lister = new LinkLister(options);
  return [...text.split(/\r?\n/).flatMap((line) => lister.line(line)), ...lister.end()];
}

/** The most lines that one link takes. */
const MOST_JOINED = 64;
/** A shorter line was not broken at its end: mails and terminals break lines of about 76 characters. */
const LEAST_BROKEN = 60;
/** The most units of decoded Base64 that wait for a line end. */
const MOST_DECODED = 1 << 16;

/** Lists the links of a text that arrives line by line; it keeps only the lines that are not complete. */
export class LinkLister {
  readonly #options: LinkOptions;
  #number = 1;
  /** The index in the line of its next part. */
  #index = 0;
  /** The number of fields of a CSV, by its first line; 0 if that line has a URL. */
  #fields = 0;
  /** Whether the next line begins within quotation marks. */
  #isQuoted = false;
  /** The lines that the next line continues. */
  #joined: Line[] = [];
  /** How the body of a mail is encoded; undefined if no header says so. */
  #transfer: string | undefined;
  /** The type of the body of a mail. */
  #type = "text";
  /** The decoded text of Base64 after the last line end. */
  #decoded = new MappedText();
  #decoder = new TextDecoder();
  /** A link at the end of the last line, which the next line may continue. */
  #open: ListedLink | undefined;

  constructor(options: LinkOptions = {}) {
    this.#options = options;
  }

  /**
   * Adds a line, and returns the links of the lines that are complete.
   *
   * @param text the line, or a part of a long one, without its line end
   * @param isLast whether the line ends here
   */
  line(text: string, isLast = true): readonly ListedLink[] {
    const line: Line = { text, line: this.#number, index: this.#index };
    this.#index += text.length;
    if (isLast) {
      this.#number++;
      this.#index = 0;
    }
    const lines = [...this.#joined, line];
    this.#joined = [];
    const decoded = this.#transfer === "base64" && lines.length === 1 ? this.#decode(line) : undefined;
    if (decoded !== undefined)
      return decoded.includes("\n") || this.#decoded.text.length > MOST_DECODED ? this.#listDecoded(false) : [];
    const before = [...this.#listDecoded(true), ...this.#close(text)];
    this.#readHeader(line);
    if (lines.length < MOST_JOINED && this.#continues(lines)) {
      this.#joined = lines;
      return before;
    }
    const found = this.#list(lines);
    const last = found.at(-1);
    if (last === undefined || !isLast || text.length < LEAST_BROKEN || !text.endsWith(last.url))
      return [...before, ...found];
    this.#open = last;
    return [...before, ...found.slice(0, -1)];
  }

  /** Returns the links of the last lines. */
  end(): readonly ListedLink[] {
    return [...this.#listDecoded(true), ...this.#close(""), ...this.#list(this.#joined.splice(0))];
  }

  /** Returns the link at the end of the last line, with what the next line may continue it with. */
  #close(next: string): readonly ListedLink[] {
    const link = this.#open;
    this.#open = undefined;
    const [word] = /^[^\s"<>]*/.exec(next)!;
    const isRest = /[/?&=%_#]|\d/.test(word) && !/^[a-z][a-z\d+.-]*:|^[>#-]/i.test(word);
    return link === undefined ? [] : [isRest ? { ...link, joined: link.url + word } : link];
  }

  /** Decodes a line of a text in Base64 (https://www.rfc-editor.org/rfc/rfc2045#section-6.8); returns undefined for another line. */
  #decode({ text, line }: Line): string | undefined {
    if (text.length % 4 !== 0 || !/^[a-z\d+/]+={0,2}$/i.test(text)) return undefined;
    if (!this.#type.startsWith("text")) return "";
    const bytes = Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
    const decoded = this.#decoder.decode(bytes, { stream: true });
    this.#decoded.add(decoded, { line, index: 0, isBase64: true });
    return decoded;
  }

  /** Lists the links of the decoded lines that are complete, or of all. */
  #listDecoded(isEnd: boolean): readonly ListedLink[] {
    const decoded = this.#decoded;
    const { length } = decoded.text;
    if (length === 0) return [];
    const end = isEnd || length > MOST_DECODED ? length : decoded.text.lastIndexOf("\n") + 1;
    if (isEnd) this.#decoder = new TextDecoder();
    this.#decoded = new MappedText();
    if (end < length) this.#decoded.addPart(decoded, end, length);
    const complete = new MappedText();
    complete.addPart(decoded, 0, end);
    return this.#find(complete, false);
  }

  /** Reads what a line says about the lines after it. */
  #readHeader({ text, line }: Line): void {
    if (line === 1 && !text.includes("://")) this.#fields = countFields(text);
    const [, encoding] = /^content-transfer-encoding:\s*(\S+)/i.exec(text) ?? [];
    const [, type] = /^content-type:\s*(\S+)/i.exec(text) ?? [];
    if (encoding !== undefined) this.#transfer = encoding.toLowerCase();
    else if (type !== undefined) this.#type = type.toLowerCase();
    // The boundary of a part, whose header may name another encoding.
    else if (/^--[^-\s]\S*$/.test(text)) [this.#transfer, this.#type] = [undefined, "text"];
  }

  #continues(lines: readonly Line[]): boolean {
    const { text } = lines.at(-1)!;
    if (this.#isEscaped(lines)) return text.endsWith("=");
    // A URL within angle brackets continues after a line break (https://www.rfc-editor.org/rfc/rfc3986#appendix-C).
    return lines.length === 1 && /<[a-z][a-z\d+.-]*:\/\/[^<>\s"]*$/i.test(text);
  }

  /** Whether some lines are quoted-printable: their header says so, or they have `=3D` before a quotation mark, or a soft line break. */
  #isEscaped([first, ...others]: readonly Line[]): boolean {
    if (this.#transfer !== undefined) return this.#transfer === "quoted-printable";
    const { text } = first!;
    return /=3D["']/.test(text) || (text.endsWith("=") && (others.length > 0 || text.includes("=3D")));
  }

  #list(lines: readonly Line[]): readonly ListedLink[] {
    if (lines.length === 0) return [];
    const [{ text: first }] = lines as [Line];
    const isRecord = this.#fields > 1 && !this.#isQuoted && countFields(first) === this.#fields;
    if (this.#fields > 1 && first.split('"').length % 2 === 0) this.#isQuoted = !this.#isQuoted;
    // Most lines have no mark of a link.
    if (!lines.some(({ text }) => MARK.test(text))) return [];
    const escaped = this.#isEscaped(lines);
    const mapped = joinLines(lines, escaped);
    return this.#find(escaped ? mapped.rewrite(QUOTED_PRINTABLE) : mapped, isRecord);
  }

  #find(given: MappedText, isRecord: boolean): readonly ListedLink[] {
    let mapped = given;
    for (const source of findSources(mapped.text, this.#options.from)) mapped = mapped.rewrite(ESCAPES_OF[source]);
    const plain = hasDefanged(mapped.text) ? mapped.rewrite(ESCAPES_OF.defanged) : mapped;
    const found = findAllLinks(plain.text, { scheme: this.#options.scheme }, isRecord ? "," : "");
    return found.map((link) => this.#describe(link, plain, plain !== mapped && plain.decoded.has(link.index)));
  }

  #describe({ index, end, url }: PlacedLink, mapped: MappedText, isDefanged: boolean): ListedLink {
    const start = mapped.locate(index);
    const isAddress = /^mailto:/i.test(url);
    const inner = findInnerUrls(url).urls.map((each) => each.url);
    const { findOwner } = this.#options;
    const findings = [url, ...inner].flatMap((each) => inspectUrl(each).findings);
    const isAmbiguous = findings.some(({ code }) => code === "host-ambiguous");
    // Where programs do not agree, the host is that of browsers.
    const destination = isAmbiguous
      ? toDestination(readBrowserHost(url), findOwner)
      : reportParts(url, findOwner).destination;
    const worst = findWorst(findings);
    const last = inner.at(-1) ?? (isAmbiguous ? url : undefined);
    const leadsTo = last === undefined ? undefined : reportParts(last, findOwner).destination?.host;
    return {
      line: start.line,
      index: start.index,
      url,
      kind: isAddress
        ? "mail address"
        : mapped.locate(end - 1).line > start.line
          ? "joined link"
          : isDefanged
            ? "defanged link"
            : mapped.text.startsWith(url, index)
              ? "link"
              : "link without a scheme",
      host: destination?.host,
      owner: destination?.owner?.domain,
      leadsTo: leadsTo === destination?.host ? undefined : leadsTo,
      worst: worst && { severity: worst.severity, code: worst.code },
    };
  }
}

/** A place in the input; what follows it is from the units that follow it there, or from the whole line of Base64. */
interface Place {
  readonly line: number;
  readonly index: number;
  readonly isBase64?: boolean;
}

/** A line without its line end. */
interface Line extends Place {
  readonly text: string;
}

/** A text that was made of lines of the input, and where its parts are from. */
class MappedText {
  text = "";
  /** Where the parts begin that the last rewriting decoded. */
  readonly decoded = new Set<number>();
  /** The places of the parts, and where they begin in the text. */
  readonly #parts: (Place & { readonly at: number })[] = [];

  add(text: string, place: Place): void {
    this.#parts.push({ ...place, at: this.text.length });
    this.text += text;
  }

  /** Adds a part of another text, from wherever its own parts are. */
  addPart(source: MappedText, from: number, to: number): void {
    const parts = source.#parts;
    const at = this.text.length;
    this.add(source.text.slice(from, to), source.locate(from));
    for (let k = source.#find(from) + 1; k < parts.length && parts[k]!.at < to; k++)
      this.#parts.push({ ...parts[k]!, at: at + parts[k]!.at - from });
  }

  /** Returns the text with each match decoded. */
  rewrite({ pattern, decode }: (typeof ESCAPES_OF)[Wrapper]): MappedText {
    const result = new MappedText();
    let last = 0;
    for (const { 0: written, index } of this.text.matchAll(pattern)) {
      const decoded = decode(written);
      if (decoded === written) continue;
      result.addPart(this, last, index);
      result.decoded.add(result.text.length);
      result.add(decoded, this.locate(index));
      last = index + written.length;
    }
    if (last === 0) return this;
    result.addPart(this, last, this.text.length);
    return result;
  }

  /** Returns the place in the input of a unit. */
  locate(at: number): Place {
    const { at: start, index, line, isBase64 = false } = this.#parts[this.#find(at)]!;
    return { line, index: isBase64 ? 0 : index + at - start, isBase64 };
  }

  /** Returns the number of the part that contains a unit. */
  #find(at: number): number {
    let low = 0;
    for (let high = this.#parts.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (this.#parts[middle]!.at <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** A host has a dot, and a URL has a scheme; both may be escaped. */
const MARK = /[.\u3002\uff0e\uff61]|:\\*\/|:\\|&#|\[:|\\u/;

function joinLines(lines: readonly Line[], isQuotedPrintable: boolean): MappedText {
  const joined = new MappedText();
  for (const [k, { text, line, index }] of lines.entries()) {
    const indent = isQuotedPrintable || k === 0 ? 0 : /^\s*/.exec(text)![0].length;
    const end = isQuotedPrintable && text.endsWith("=") ? -1 : undefined;
    joined.add(text.slice(indent, end), { line, index: index + indent });
  }
  return joined;
}

/** The bytes of quoted-printable (https://www.rfc-editor.org/rfc/rfc2045#section-6.7); those that are not UTF-8 stay. */
const QUOTED_PRINTABLE = {
  pattern: /(?:=[\da-f]{2})+/gi,
  decode: (written: string): string =>
    decodeText(Uint8Array.from(written.slice(1).split("="), (hex) => parseInt(hex, 16))) ?? written,
};

/** Returns what has to be decoded before the links of a text are found. */
function findSources(text: string, from: LinkSource = "auto"): readonly Wrapper[] {
  if (from !== "auto") return from === "text" ? [] : [from === "json" ? "javascript" : "html"];
  const sources: Wrapper[] = [];
  if (/&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/i.test(text)) sources.push("html");
  if (/:\\+\/\\+\/|\\u[\da-f]{4}/i.test(text)) sources.push("javascript");
  return sources;
}

/** Counts the fields of a line of CSV. */
function countFields(line: string): number {
  return line.replace(/"[^"]*(?:"|$)/g, "").split(",").length;
}
