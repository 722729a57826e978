import { type FindingCode, type Severity, FINDINGS } from "./finding-table.ts";
import { toHex } from "../base/escape.ts";

/** The component of a URI reference that contains a finding; a string that is not a URI is all path. */
export type UriComponent = "userinfo" | "host" | "port" | "path" | "query" | "fragment";

/** The component of a finding: the scheme has no other findings than `script-url`. */
export type FindingComponent = "scheme" | UriComponent;

/** One fact about a string, with its position. */
export interface Finding {
  readonly code: FindingCode;
  readonly component: FindingComponent;
  /** The start of the finding, in UTF-16 units of the text. */
  readonly index: number;
  /** The length of the finding, in UTF-16 units. */
  readonly length: number;
  readonly severity: Severity;
  /** One sentence; its only decoded content is a code point, or the ASCII text that a host label looks like. */
  readonly message: string;
  /** For `multiple-encoding`: the delimiters that appear at each layer. */
  readonly layers: readonly Layer[] | undefined;
  /** How many findings of the code are not listed; set only in the 10,000th, the last listed. */
  readonly more: number | undefined;
  /** For `legacy-charset`: encoding names of the Encoding Standard, the likeliest first. */
  readonly charsets: readonly string[] | undefined;
  /**
   * What the finding stands for: the ASCII text that a host label looks like, the address of a host, or the text that mojibake was meant
   * to be. It can contain any character.
   */
  readonly answer: string | undefined;
  /** The function or option that fixes it; undefined if there is none. */
  readonly remedy: string | undefined;
}

/** The code of something that `inspect` does not judge. */
export type NotJudgedCode = "network" | "script" | "nested-depth" | "long-host" | "layers" | "unlisted";

/** Something that `inspect` does not judge in a string. */
export interface NotJudged {
  readonly code: NotJudgedCode;
  /** One sentence. */
  readonly message: string;
}

/** The result of `inspect`. */
export interface Inspection {
  /** The findings in order of index. */
  readonly findings: readonly Finding[];
  /** What was not judged: an empty list of findings says nothing about it. */
  readonly notJudged: readonly NotJudged[];
}

/** A delimiter that appears when a string is decoded again; no other decoded content is reported. */
export type Appearance = "/" | "\\" | ".." | "NUL" | "CRLF" | "<" | ">" | "'" | '"';

/** One layer of encoding; the first decoding removes layer 1. */
export interface Layer {
  readonly layer: number;
  readonly appears: readonly Appearance[];
}

type MutableFinding = { -readonly [key in keyof Finding]: Finding[key] };

interface Last {
  /** The number of findings of the code. */
  count: number;
  listed: MutableFinding;
  character: number | undefined;
  end: number;
}

const ORDER: readonly string[] = /* @__PURE__ */ Object.keys(FINDINGS);

/** Findings of a code after this number are counted, but not listed. */
const MAX_LISTED_PER_CODE = 10_000;

/** What collects findings: a list, or one that maps the positions in a nested URL to those in the text. */
export type FindingSink = Pick<FindingList, "add">;

/** Collects findings, and joins adjacent findings of the same kind. */
export class FindingList {
  readonly #findings: MutableFinding[] = [];
  readonly #last = new Map<FindingCode, Last>();

  /** @param what replaces `{}` in the message; a number is a code point */
  add(
    code: FindingCode,
    component: FindingComponent,
    index: number,
    length: number,
    what: string | number = "",
    answer?: string,
  ): MutableFinding {
    const last = this.#last.get(code);
    if (last !== undefined && ++last.count > MAX_LISTED_PER_CODE) {
      last.end = index + length;
      last.listed.more = last.count - MAX_LISTED_PER_CODE;
      return last.listed;
    }
    const { severity, message, remedy } = FINDINGS[code];
    const name = typeof what === "number" ? `U+${toHex(what, 4)}` : what;
    // Fields by name: a spread of the three absent ones takes longer than the rest.
    const finding: MutableFinding = {
      code,
      component,
      index,
      length,
      severity,
      message: name === "" ? message : message.replace("{}", name),
      layers: undefined,
      more: undefined,
      charsets: undefined,
      answer,
      remedy,
    };
    this.#findings.push(finding);
    const end = index + length;
    if (last === undefined) this.#last.set(code, { count: 1, listed: finding, character: undefined, end });
    else Object.assign(last, { listed: finding, end });
    return finding;
  }

  /** Extends the last finding if it ends here and has the same code and character; otherwise adds a finding. */
  join(code: FindingCode, component: FindingComponent, index: number, length: number, character?: number): void {
    const last = this.#last.get(code);
    // Findings of two components are never adjacent: a delimiter separates them.
    if (last !== undefined && last.end === index && last.character === character) {
      last.end = index + length;
      if (last.count <= MAX_LISTED_PER_CODE) last.listed.length += length;
    } else {
      this.add(code, component, index, length, character);
      (last ?? this.#last.get(code)!).character = character;
    }
  }

  /** Returns all findings in order of index, then in the order of the table. */
  sorted(): readonly Finding[] {
    return this.#findings.sort((a, b) => a.index - b.index || ORDER.indexOf(a.code) - ORDER.indexOf(b.code));
  }
}
