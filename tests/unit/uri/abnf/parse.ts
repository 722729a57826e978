/** The right side of `=`; a range matches one character, and a repetition may be unbounded. */
export type Node =
  | { readonly kind: "range"; readonly first: number; readonly last: number }
  | { readonly kind: "rule"; readonly name: string }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly Node[] }
  | { readonly kind: "repeat"; readonly part: Node; readonly least: number; readonly most: number };

export type Grammar = ReadonlyMap<string, Node>;

const TOKEN =
  /(?<string>"[^"]*")|%x(?<range>[0-9A-F]+(?:-[0-9A-F]+)?)|(?<repeat>\d*\*\d*|\d+)|<?(?<rule>[A-Za-z][\w-]*)>?|(?<sign>[()[\]/])|;.*|\s+/gy;

/**
 * Parses ABNF: https://www.rfc-editor.org/rfc/rfc5234#section-3, as much of it as RFC 3986 and RFC 3987 use. A prose value
 * (`0<pchar>`) is parsed as the name of a rule.
 */
export function parseAbnf(text: string): Grammar {
  // A line that begins with white space continues the rule above.
  const definitions = text.replaceAll(/^;.*$/gm, "").split(/^(?=[A-Za-z])/m);
  return new Map(
    definitions
      .filter((definition) => definition.trim() !== "")
      .map((definition): [string, Node] => {
        const [, name = "", elements = ""] = /^([A-Za-z][\w-]*) += (.*)$/s.exec(definition) ?? [];
        return [name, new Reader(elements).all()];
      }),
  );
}

class Reader {
  readonly #tokens: Record<string, string | undefined>[] = [];
  #at = 0;

  constructor(elements: string) {
    let end = 0;
    for (const match of elements.matchAll(TOKEN)) {
      end = match.index + match[0].length;
      const groups = match.groups ?? {};
      if (Object.values(groups).some((group: string | undefined) => group !== undefined)) this.#tokens.push(groups);
    }
    if (end !== elements.length || end === 0) throw new Error(`no ABNF: ${elements}`);
  }

  all(): Node {
    const node = this.#choice();
    if (this.#at !== this.#tokens.length) throw new Error(`no ABNF after ${this.#at} tokens`);
    return node;
  }

  #choice(): Node {
    const parts = [this.#sequence()];
    while (this.#takes("/")) parts.push(this.#sequence());
    return parts.length === 1 ? parts[0]! : { kind: "choice", parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#tokens.length && !/^[)\]/]/.test(this.#tokens[this.#at]!["sign"] ?? "")) {
      parts.push(this.#repetition());
    }
    return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
  }

  #repetition(): Node {
    const { repeat } = this.#tokens[this.#at]!;
    if (repeat === undefined) return this.#element();
    this.#at++;
    const [least = "", most = least] = repeat.split("*");
    const part = this.#element();
    return { kind: "repeat", part, least: Number(least), most: most === "" ? Infinity : Number(most) };
  }

  #element(): Node {
    const { string, range, rule, sign } = this.#tokens[this.#at++] ?? {};
    if (string !== undefined) return { kind: "sequence", parts: Array.from(string.slice(1, -1), caseless) };
    if (rule !== undefined) return { kind: "rule", name: rule };
    if (range !== undefined) {
      const [first = 0, last = first] = range.split("-").map((hex) => Number.parseInt(hex, 16));
      return { kind: "range", first, last };
    }
    const inner = this.#choice();
    if (!this.#takes(sign === "[" ? "]" : ")")) throw new Error(`no end of ${sign}`);
    return sign === "[" ? { kind: "repeat", part: inner, least: 0, most: 1 } : inner;
  }

  #takes(sign: string): boolean {
    const found = this.#tokens[this.#at]?.["sign"] === sign;
    if (found) this.#at++;
    return found;
  }
}

/** Strings in ABNF are case-insensitive: https://www.rfc-editor.org/rfc/rfc5234#section-2.3 */
function caseless(character: string): Node {
  const parts = [...new Set([character.toUpperCase(), character.toLowerCase()])].map((one): Node => {
    const code = one.codePointAt(0)!;
    return { kind: "range", first: code, last: code };
  });
  return parts.length === 1 ? parts[0]! : { kind: "choice", parts };
}
