import { toHex } from "../base/escape.ts";
import { type FindingCode, FINDINGS } from "./finding-table.ts";
import type { Finding, UriComponent } from "./finding.ts";

type Growing = { -readonly [key in keyof Finding]: Finding[key] };

const NO_DETAILS = { layers: undefined, more: undefined, charsets: undefined } as const;

/** The place of each code in the table. */
const ORDER = /* @__PURE__ */ Object.fromEntries(Object.keys(FINDINGS).map((code, k) => [code, k])) as Record<
  FindingCode,
  number
>;

/** How many findings of a code are listed; they are all counted. */
const LISTED = 10_000;

/** Collects findings; those of one kind that adjoin become one. */
export class FindingList {
  readonly #findings: Growing[] = [];
  /** By the place of the code: the last one that was listed, what it names, where it ends, and how many there are. */
  readonly #last: Growing[] = [];
  readonly #named: (number | undefined)[] = [];
  readonly #ends: number[] = [];
  readonly #counts: number[] = [];
  readonly #names = new Map<number, string>();

  add(code: FindingCode, component: UriComponent, index: number, length: number, what = ""): Growing {
    const order = ORDER[code];
    const count = (this.#counts[order] ?? 0) + 1;
    this.#counts[order] = count;
    this.#ends[order] = index + length;
    if (count > LISTED) {
      const last = this.#last[order]!;
      last.more = count - LISTED;
      return last;
    }
    const { severity, message } = FINDINGS[code];
    const sentence = what === "" ? message : message.replace("{}", what);
    const finding: Growing = { code, component, index, length, severity, message: sentence, ...NO_DETAILS };
    this.#last[order] = finding;
    this.#findings.push(finding);
    return finding;
  }

  /** Adds a finding of a character, which is named where it is given, or lengthens the last one of the same kind that ends here. */
  join(code: FindingCode, component: UriComponent, index: number, length: number, character?: number): void {
    const order = ORDER[code];
    // Two components never adjoin: a delimiter stands between them.
    if (this.#ends[order] === index && this.#named[order] === character) {
      this.#ends[order] = index + length;
      if (this.#counts[order]! <= LISTED) this.#last[order]!.length += length;
    } else {
      this.add(code, component, index, length, character === undefined ? "" : this.#findName(character));
      this.#named[order] = character;
    }
  }

  #findName(character: number): string {
    let name = this.#names.get(character);
    if (name === undefined) {
      name = `U+${toHex(character, 4)}`;
      this.#names.set(character, name);
    }
    return name;
  }

  /** All of them, in order of index, those of one place in the order of the table. */
  sorted(): readonly Finding[] {
    return this.#findings.sort((a, b) => a.index - b.index || ORDER[a.code] - ORDER[b.code]);
  }
}
