// The reference implementation: the rules of the codec implemented a second time, literally and without regard to speed. It
// shares no code with library/src/. It uses the platform's TextEncoder and TextDecoder, which library/src/ does not.

export type Policy = "throw" | "keep" | "drop" | "replace";

export interface ReferenceOptions {
  malformed?: Policy;
  invalidUtf8?: Policy;
  plus?: "literal" | "space";
  percentU?: boolean;
  /** The ASCII characters whose escapes stay. */
  except?: string;
}

export type ReferenceIssue = { code: string; index: number; length: number };

export interface ReferenceResult {
  value: string;
  issues: ReferenceIssue[];
  /** The first issue whose policy is to throw. */
  error: ReferenceIssue | undefined;
}

type Token =
  | { kind: "text"; text: string; index: number; length: number }
  | { kind: "byte"; byte: number; text: string; index: number; length: number }
  | { kind: "fault"; code: string; text: string; index: number; length: number };

/** Implements percentDecodeReport and percentDecode for text. */
export function referenceDecode(input: string, options: ReferenceOptions = {}): ReferenceResult {
  const { malformed = "throw", invalidUtf8 = "throw" } = options;
  const issues: ReferenceIssue[] = [];
  let error: ReferenceIssue | undefined;
  let value = "";
  const fault = (code: string, index: number, text: string, policy: Policy, replacement: string) => {
    const issue = { code, index, length: text.length };
    issues.push(issue);
    if (policy === "throw") error ??= issue;
    else value += { keep: text, drop: "", replace: replacement }[policy];
  };

  const tokens = tokenize(input, options);
  for (let i = 0; i < tokens.length;) {
    const token = tokens[i]!;
    if (token.kind === "text") {
      if (token.code !== undefined) issues.push({ code: token.code, index: token.index, length: token.length });
      value += token.text;
      i += 1;
    } else if (token.kind === "fault") {
      fault(token.code, token.index, token.text, token.code === "lone-surrogate" ? invalidUtf8 : malformed, "\ufffd");
      i += 1;
    } else {
      let end = i;
      while (tokens[end]?.kind === "byte") end += 1;
      const run = tokens.slice(i, end) as Extract<Token, { kind: "byte" }>[];
      for (const part of splitBytes(run.map(({ byte }) => byte))) {
        const text = run
          .slice(part.from, part.to)
          .map((byte) => byte.text)
          .join("");
        if (part.code === undefined) value += part.text;
        else fault(part.code, run[part.from]!.index, text, invalidUtf8, part.text);
      }
      i = end;
    }
  }
  return { value, issues, error };
}

function tokenize(input: string, { plus, percentU, except = "" }: ReferenceOptions): (Token & { code?: string })[] {
  const tokens: (Token & { code?: string })[] = [];
  for (let i = 0; i < input.length;) {
    const rest = input.slice(i);
    const add = (length: number, token: object) => {
      tokens.push({ index: i, length, text: rest.slice(0, length), ...token } as Token);
      i += length;
    };
    const unit = percentU ? /^%u([0-9A-Fa-f]{4})/.exec(rest)?.[1] : undefined;
    const pair = percentU ? /^%u([Dd][89ABab][0-9A-Fa-f]{2})%u([Dd][C-Fc-f][0-9A-Fa-f]{2})/.exec(rest) : null;
    const escape = /^%([0-9a-f]{2})/i.exec(rest)?.[1];
    const written = escape ?? unit;
    if (written !== undefined && except.includes(String.fromCharCode(Number.parseInt(written, 16)))) {
      add(written.length === 2 ? 3 : 6, { kind: "text" });
    } else if (pair) {
      add(12, {
        kind: "text",
        text: String.fromCharCode(Number.parseInt(pair[1]!, 16), Number.parseInt(pair[2]!, 16)),
      });
    } else if (unit !== undefined) {
      const code = Number.parseInt(unit, 16);
      if (/^d[89a-f]/i.test(unit)) add(6, { kind: "fault", code: "lone-surrogate" });
      else if (code < 0x80) add(6, { kind: "text", text: String.fromCharCode(code), code: "percent-u-ascii" });
      else add(6, { kind: "text", text: String.fromCharCode(code) });
    } else if (escape !== undefined) {
      add(3, { kind: "byte", byte: Number.parseInt(escape, 16) });
    } else if (rest.startsWith("%")) {
      const truncated = /^%[0-9a-f]?$/i.test(rest) || (percentU === true && /^%u[0-9A-Fa-f]{0,3}$/.test(rest));
      const length = /^%[0-9a-f]/i.test(rest) ? 2 : 1;
      add(length, { kind: "fault", code: truncated ? "truncated-escape" : "malformed-escape" });
    } else if (rest.startsWith("+") && plus === "space") {
      add(1, { kind: "text", text: " " });
    } else {
      const character = String.fromCodePoint(rest.codePointAt(0)!);
      const alone = /^[\ud800-\udfff]$/.test(character);
      add(character.length, { kind: "text", ...(alone && { code: "lone-surrogate" }) });
    }
  }
  return tokens;
}

interface ByteRun {
  from: number;
  to: number;
  /** The characters, or what replaces the fault. */
  text: string;
  code?: string;
}

/** Splits bytes into characters and faults. The platform's decoder decides which bytes are a character and how many U+FFFD replace a fault. */
function splitBytes(bytes: number[]): ByteRun[] {
  const runs: ByteRun[] = [];
  for (let from = 0; from < bytes.length;) {
    const sizes = [1, 2, 3, 4].filter((size) => from + size <= bytes.length);
    const size = sizes.find((count) => strictText(bytes.slice(from, from + count)) !== undefined);
    if (size !== undefined) {
      runs.push({ from, to: from + size, text: strictText(bytes.slice(from, from + size))! });
      from += size;
      continue;
    }
    const needed =
      bytes[from]! >= 0xf8 ? 1 : Math.max(1, /^1*/.exec(bytes[from]!.toString(2).padStart(8, "0"))![0].length);
    let to = from + 1;
    while (to < bytes.length && to - from < needed && bytes[to]! >= 0x80 && bytes[to]! <= 0xbf) to += 1;
    const sequence = bytes.slice(from, to);
    const code = sequence.length > 1 ? namedFault(sequence, needed) : undefined;
    const text = LENIENT.decode(Uint8Array.from(sequence));
    runs.push({ from, to, text, code: code ?? "invalid-utf8" });
    from = to;
  }
  return runs;
}

const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const LENIENT = new TextDecoder("utf-8", { ignoreBOM: true });
const cache = new Map<string, string | undefined>();

/** Returns the character that these bytes encode, or `undefined`. Results are cached because an exception of the platform is slow. */
function strictText(bytes: number[]): string | undefined {
  const key = bytes.join(" ");
  if (!cache.has(key)) cache.set(key, oneCharacter(bytes));
  return cache.get(key);
}

function oneCharacter(bytes: number[]): string | undefined {
  try {
    const text = STRICT.decode(Uint8Array.from(bytes));
    return [...text].length === 1 ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the code of a fault that every completion of the bytes has: overlong, a surrogate, or out of range. */
function namedFault(sequence: number[], needed: number): string | undefined {
  const value = (fill: number): number => {
    const full = [...sequence, ...Array<number>(needed - sequence.length).fill(fill)];
    return full.slice(1).reduce((code, byte) => code * 64 + (byte & 0x3f), full[0]! & (0xff >> (needed + 1)));
  };
  const [low, high] = [value(0x80), value(0xbf)];
  const least = [0, 0, 0x80, 0x800, 0x10000][needed]!;
  if (high < least) return "overlong-utf8";
  if (low >= 0xd800 && high <= 0xdfff) return "encoded-surrogate";
  return low > 0x10ffff ? "code-point-out-of-range" : undefined;
}

/** Implements percentDecodeBytes. */
export function referenceDecodeBytes(
  input: number[],
  { malformed = "throw", plus = "literal", except = "" }: ReferenceOptions = {},
): { value: number[]; issues: ReferenceIssue[] } {
  const issues: ReferenceIssue[] = [];
  const value: number[] = [];
  const isHex = (byte: number | undefined) => byte !== undefined && /^[0-9A-Fa-f]$/.test(String.fromCharCode(byte));
  for (let i = 0; i < input.length;) {
    const [first, second, third] = input.slice(i, i + 3) as [number, number?, number?];
    if (first !== 0x25) {
      value.push(first === 0x2b && plus === "space" ? 0x20 : first);
      i += 1;
    } else if (isHex(second) && isHex(third)) {
      const byte = Number.parseInt(String.fromCharCode(second!, third!), 16);
      if (byte < 0x80 && except.includes(String.fromCharCode(byte))) value.push(first, second!, third!);
      else value.push(byte);
      i += 3;
    } else {
      const length = isHex(second) ? 2 : 1;
      const code = i + length === input.length ? "truncated-escape" : "malformed-escape";
      issues.push({ code, index: i, length });
      if (malformed === "keep") value.push(...input.slice(i, i + length));
      if (malformed === "replace") value.push(0xef, 0xbf, 0xbd);
      i += length;
    }
  }
  return { value, issues };
}

/** Implements percentEncode for the characters that `encodes` accepts. */
export function referenceEncode(input: string, encodes: (codePoint: number) => boolean, spaceAsPlus = false): string {
  return Array.from(input, (character) => {
    const code = character.codePointAt(0)!;
    const replaced = code >= 0xd800 && code <= 0xdfff ? "\ufffd" : character;
    if (!encodes(replaced.codePointAt(0)!)) return replaced;
    if (replaced === " " && spaceAsPlus) return "+";
    const bytes = [...new TextEncoder().encode(replaced)];
    return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
  }).join("");
}
