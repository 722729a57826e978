import { toHex } from "../base/escape.ts";
import { type FindingCode, FINDINGS } from "./finding-table.ts";
import type { Finding, FindingComponent } from "./finding.ts";

type MutableFinding = { -readonly [key in keyof Finding]: Finding[key] };

const NO_DETAILS = { layers: undefined, more: undefined, charsets: undefined } as const;

/** The index of each code in the table of findings. */
const ORDER = /* @__PURE__ */ Object.fromEntries(Object.keys(FINDINGS).map((code, k) => [code, k])) as Record<
  FindingCode,
  number
>;

/** Findings of a code after this number are counted, but not listed. */
const MAX_LISTED_PER_CODE = 10_000;

/** What collects findings: a list, or one that maps the positions in a nested URL to those in the text. */
export type FindingSink = Pick<FindingList, "add">;

/** Collects findings, and joins adjacent findings of the same kind. */
export class FindingList {
  readonly #findings: MutableFinding[] = [];
  // Each array is indexed by `ORDER`: the last listed finding, its character, its end, and the number of findings.
  readonly #last: MutableFinding[] = [];
  readonly #characters: (number | undefined)[] = [];
  readonly #ends: number[] = [];
  readonly #counts: number[] = [];
  readonly #names = new Map<number, string>();

  add(
    code: FindingCode,
    component: FindingComponent,
    index: number,
    length: number,
    what = "",
    answer?: string,
  ): MutableFinding {
    const order = ORDER[code];
    const count = (this.#counts[order] ?? 0) + 1;
    this.#counts[order] = count;
    this.#ends[order] = index + length;
    if (count > MAX_LISTED_PER_CODE) {
      const last = this.#last[order]!;
      last.more = count - MAX_LISTED_PER_CODE;
      return last;
    }
    const { severity, message, remedy } = FINDINGS[code];
    const sentence = what === "" ? message : message.replace("{}", what);
    const finding: MutableFinding = {
      code,
      component,
      index,
      length,
      severity,
      message: sentence,
      ...NO_DETAILS,
      answer,
      remedy,
    };
    this.#last[order] = finding;
    this.#findings.push(finding);
    return finding;
  }

  /** Extends the last finding if it ends here and has the same code and character; otherwise adds a finding. */
  join(code: FindingCode, component: FindingComponent, index: number, length: number, character?: number): void {
    const order = ORDER[code];
    // Findings of two components are never adjacent: a delimiter separates them.
    if (this.#ends[order] === index && this.#characters[order] === character) {
      this.#ends[order] = index + length;
      if (this.#counts[order]! <= MAX_LISTED_PER_CODE) this.#last[order]!.length += length;
    } else {
      this.add(code, component, index, length, character === undefined ? "" : this.#formatName(character));
      this.#characters[order] = character;
    }
  }

  #formatName(character: number): string {
    let name = this.#names.get(character);
    if (name === undefined) {
      name = `U+${toHex(character, 4)}`;
      this.#names.set(character, name);
    }
    return name;
  }

  /** Returns all findings in order of index, then in the order of the table. */
  sorted(): readonly Finding[] {
    return this.#findings.sort((a, b) => a.index - b.index || ORDER[a.code] - ORDER[b.code]);
  }
}
