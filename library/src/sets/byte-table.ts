import { describeType, indexHint } from "../base/arguments.ts";
import { PERCENT } from "../base/escape.ts";
import { quote } from "../base/excerpt.ts";
import { isPlainObject } from "../base/options.ts";

// A set as the codec uses it. The codec imports this module and not the class: a bundle that passes no set does not contain the class.

/** The table of the encoder. A byte with the entry 0 stays. With 1 it is encoded. With 2, only above 7F, it depends on its character. */
export interface ByteTable {
  readonly bytes: Uint8Array;
  readonly spaceAsPlus: boolean;
  /** Whether a sequence of bytes whose first has the entry 2 stays; undefined without such a byte. */
  readonly keepsSequence: ((sequence: readonly number[]) => boolean) | undefined;
  /** Matches a unit of text that the set may change; compiled at its first use. */
  pattern: RegExp | undefined;
  /** Whether the last text was changed. It predicts the next text; no result depends on it. */
  changed: boolean;
  /** How the set differs from encodeURIComponent; computed at its first use. */
  difference: NativeDifference | false | undefined;
}

/** How a set differs from encodeURIComponent. If more than some ASCII characters differ, it is false. */
export interface NativeDifference {
  /** The characters that the set and encodeURIComponent write differently. */
  readonly characters: string;
  /** Matches these characters; undefined if there are none. */
  readonly pattern: RegExp | undefined;
  /** Matches what encodeURIComponent writes for them. */
  readonly written: RegExp;
  /** What the set writes instead. */
  readonly rewritten: Readonly<Record<string, string>>;
}

/** Returns a table in which exactly these bytes are encoded. */
export function toByteTable(
  bytes: Uint8Array,
  spaceAsPlus = false,
  keepsSequence?: ByteTable["keepsSequence"],
): ByteTable {
  // All fields at once: engines read objects of one shape faster.
  return { bytes, spaceAsPlus, keepsSequence, pattern: undefined, changed: false, difference: undefined };
}

/** Returns the table of the ASCII characters of a set and `%`: a byte of a character in ISO-2022-JP may be that of `%`. */
export function addPercent({ bytes }: ByteTable): ByteTable {
  return toByteTable(bytes.slice().fill(1, PERCENT, PERCENT + 1));
}

/** Returns a table that encodes everything except the ASCII characters that a pattern matches. */
export function tableKeeping(kept: RegExp, spaceAsPlus = false): ByteTable {
  const isEncoded = (code: number) => code > 0x7f || !kept.test(String.fromCharCode(code));
  const bytes = new Uint8Array(256).map((_, code) => Number(isEncoded(code)));
  return toByteTable(bytes, spaceAsPlus);
}

/** Returns the table of a set, or undefined for any other value. */
export let findTable: (value: unknown) => ByteTable | undefined;

/** Holds the table of a set. It is not public, because a typed array cannot be frozen. */
export class TableHolder {
  readonly #table: ByteTable;

  static {
    findTable = (value) => (typeof value === "object" && value !== null && #table in value ? value.#table : undefined);
  }

  constructor(table: ByteTable) {
    this.#table = table;
  }
}

/** Returns the table of a set; throws a TypeError that names `owner` for anything else. */
export function byteTable(set: unknown, owner = "this"): ByteTable {
  const table = findTable(set);
  if (table === undefined)
    throw new TypeError(`${owner} takes a PercentEncodeSet, not ${describeType(set)}${setHint(set, owner)}`);
  return table;
}

/** Returns a hint how to get a set: `namedSet` for a string, or a member of a group such as `rfc3986`. */
function setHint(value: unknown, owner: string): string {
  if (typeof value === "string") return `; pass namedSet(${quote(value)}) of percodec/sets`;
  const entries = isPlainObject(value) ? Object.entries(value) : [];
  const [member, set] = entries.find(([, one]) => findTable(one) !== undefined) ?? [];
  if (set === undefined)
    return entries.length > 0 ? "; set.remove(characters) returns a set that keeps more" : indexHint(value, owner);
  // The name of a set begins with that of its group.
  const [group] = ((set as { readonly name?: string }).name ?? "").split("-", 1);
  return `; pass a member of the group, such as ${group}.${member}`;
}
