import { CARRIAGE_RETURN, DelimiterFraming, LINE_FEED } from "../../shared/files/framing.ts";
import { refuse } from "../io/errors.ts";
import { type ByteWriter, ScratchBuffer, toReplacements } from "./byte-writer.ts";
import { type Field, type Loaded, type RecordReader, SeparatedWriter } from "./format.ts";
import { ARRAY, ARRAY_END, ESCAPED_BYTE, JsonScanner, OBJECT, OBJECT_END } from "./json.ts";
import { type KernelTraits, NO_ESCAPE, RESOLVED_ELSEWHERE, SPACE, TEXT } from "./kernel/layout.ts";
import type { SliceHolder } from "./result.ts";
import { COMMA, QUOTE, quote } from "../../shared/text.ts";

/** A part of one or several paths. Two parts differ in their name or their index. */
interface PathNode {
  /** The name of a member, in UTF-8. */
  readonly name: Uint8Array;
  readonly length: number;
  /** The index of an element, or -1. */
  readonly element: number;
  /** The places of the chosen fields that end here. */
  readonly places: number[];
  readonly children: PathNode[];
  /** The places of the fields below. */
  readonly below: number[];
}

/** The chosen fields as a tree: a common part of paths is one node. */
function toTree(fields: readonly Field[]): PathNode[] {
  const root: PathNode[] = [];
  for (const [place, field] of fields.entries()) {
    const path = parsePath(String(field));
    let children = root;
    for (const [depth, { name, element }] of path.entries()) {
      const bytes = Buffer.from(name);
      let node = children.find((child) => child.element === element && bytes.equals(child.name));
      if (node === undefined)
        children.push((node = { name: bytes, length: bytes.length, element, places: [], children: [], below: [] }));
      (depth < path.length - 1 ? node.below : node.places).push(place);
      ({ children } = node);
    }
  }
  return root;
}

/**
 * Reads JSON lines. A field is a member of an object, an element of an array, or the whole value; a path leads into nested objects and
 * arrays. If a name occurs twice, the last member counts, as in JSON.parse.
 */
export class JsonlReader implements RecordReader {
  readonly framing = new DelimiterFraming(LINE_FEED);
  readonly skipsByteOrderMark = true;
  loneSurrogate = -1;
  starts = new Int32Array(1);
  ends = new Int32Array(1);
  readonly #scratch: ScratchBuffer;
  readonly #nameScratch = new ScratchBuffer();
  readonly #scanner = new JsonScanner();
  #tree: PathNode[] = [];
  /** The place of the field that is a whole row, or -1. */
  #wholeRow = -1;
  /** Whether a record may be an object: the field was named, or an earlier record was another value. */
  #objectsExpected: boolean;
  /** Whether the string of the field has escapes. */
  #escaped = false;

  /** @param fieldNamed whether the user named the field; without a name the first record must not be an object */
  constructor(scratch: ScratchBuffer, fieldNamed: boolean) {
    this.#objectsExpected = fieldNamed;
    this.#scratch = scratch;
  }

  choose(fields: readonly Field[]): void {
    this.#tree = toTree(fields);
    // The number of the only field of a row that is neither an object nor an array.
    this.#wholeRow = fields.findIndex((field) => String(field) === "1");
  }

  cut(bytes: Uint8Array, from: number, to: number): string {
    this.starts.fill(-1);
    const scanner = this.#scanner;
    const start = scanner.space(bytes, from, to);
    if (start === to) return "bad-json";
    if (!this.#objectsExpected && bytes[start] === OBJECT)
      refuse("the records are JSON objects: name the member with --field, such as --field url or --field /request/url");
    const end = this.#inside(this.#tree, bytes, start, to);
    if (this.#wholeRow >= 0 && end >= 0 && bytes[start] !== OBJECT && bytes[start] !== ARRAY)
      this.#found(this.#wholeRow, start, end);
    if (end < 0 || scanner.space(bytes, end, to) !== to) return "bad-json";
    this.#objectsExpected = true;
    return "";
  }

  locate(bytes: Uint8Array, field: SliceHolder): Loaded {
    field.set(bytes, this.starts[0]! + 1, this.ends[0]! - 1);
    if (bytes[field.from - 1] === QUOTE) return "text";
    return this.isNull(bytes, 0) ? "null" : "not-text";
  }

  load(bytes: Uint8Array, field: SliceHolder): Loaded {
    const kind = this.locate(bytes, field);
    this.loneSurrogate = -1;
    if (kind === "text" && this.#escaped) {
      const { from, to } = field;
      const target = this.#scratch.reserve(to - from);
      field.set(target, 0, this.#scanner.unescape(bytes, from, to, target));
      this.loneSurrogate = this.#scanner.loneSurrogate;
    }
    return kind;
  }

  isNull(bytes: Uint8Array, field: number): boolean {
    return bytes[this.starts[field]!] === 0x6e;
  }

  /** Skips a value, and finds the fields in it. */
  #inside(children: readonly PathNode[], bytes: Uint8Array, from: number, to: number): number {
    const scanner = this.#scanner;
    const isObject = bytes[from] === OBJECT;
    if (children.length === 0 || !(isObject || bytes[from] === ARRAY)) return scanner.value(bytes, from, to);
    const close = isObject ? OBJECT_END : ARRAY_END;
    let i = scanner.space(bytes, from + 1, to);
    if (i < to && bytes[i] === close) return i + 1;
    for (let element = 0; ; element++) {
      const name = i + 1;
      if (isObject) i = scanner.name(bytes, i, to);
      if (i < 0) return -1;
      const { escaped, nameEnd } = scanner;
      let end = 0;
      for (let k = 0; k < children.length; k++) {
        const child = children[k]!;
        if (!isObject) {
          if (child.element !== element) continue;
        } else if (escaped) {
          if (!this.#isEscapedName(child.name, bytes, name, nameEnd)) continue;
          // The lengths are compared first: most names differ in them, and the comparison costs less than a call.
        } else if (child.length !== nameEnd - name || !isName(child.name, bytes, name)) continue;
        end = this.#field(child, bytes, i, to);
      }
      if (end === 0) end = scanner.value(bytes, i, to);
      if (end < 0) return -1;
      i = scanner.space(bytes, end, to);
      if (i >= to) return -1;
      if (bytes[i] === close) return i + 1;
      if (bytes[i] !== COMMA) return -1;
      i = scanner.space(bytes, i + 1, to);
    }
  }

  /** Skips the value of a node, and finds the fields in it. */
  #field({ places, children, below }: PathNode, bytes: Uint8Array, from: number, to: number): number {
    // Of members with the same name only the last one counts, with all that is in it.
    for (const place of below) this.starts[place] = -1;
    const end = this.#inside(children, bytes, from, to);
    if (end >= 0) for (const place of places) this.#found(place, from, end);
    return end;
  }

  #found(place: number, from: number, to: number): void {
    this.starts[place] = from;
    this.ends[place] = to;
    // If the value is a string, it is the last string that was scanned.
    if (place === 0) this.#escaped = this.#scanner.escaped;
  }

  #isEscapedName(name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
    const buffer = this.#nameScratch.reserve(to - from);
    return this.#scanner.unescape(bytes, from, to, buffer) === name.length && isName(name, buffer, 0);
  }
}

/** Whether the bytes from an index on are a name. */
function isName(name: Uint8Array, bytes: Uint8Array, from: number): boolean {
  let i = 0;
  while (i < name.length && name[i] === bytes[from + i]) i++;
  return i === name.length;
}

/** A step into a JSON value: a member of an object by its name, or an element of an array by its index, from 0 on. */
export interface PathStep {
  readonly name: string;
  /** -1 if the name is not an index. */
  readonly element: number;
}

const DIGITS = /^(?:0|[1-9][0-9]{0,8})$/;

/**
 * Reads a path of `--field` or `--out`: a JSON Pointer (https://www.rfc-editor.org/rfc/rfc6901), names separated by dots, or a number
 * from 1 on.
 */
export function parsePath(path: string): PathStep[] {
  if (path.startsWith("/"))
    return path
      .slice(1)
      .split("/")
      .map((token) => parseToken(path, token));
  const number = DIGITS.test(path) && path !== "0" ? Number(path) : 0;
  const names = path.split(".");
  if (names.length > 1 && names.includes(""))
    refusePath(path, `an empty name: ${quote(`/${names.map(escapeToken).join("/")}`)} is a path with empty names`);
  return names.map((name) => ({ name, element: number - 1 }));
}

function parseToken(path: string, token: string): PathStep {
  if (/~(?![01])/.test(token)) refusePath(path, "~ without 0 or 1: in a JSON Pointer ~ is ~0 and / in a name is ~1");
  return { name: token.replace(/~1/g, "/").replace(/~0/g, "~"), element: DIGITS.test(token) ? Number(token) : -1 };
}

function escapeToken(name: string): string {
  return name.replace(/~/g, "~0").replace(/\//g, "~1");
}

function refusePath(path: string, fault: string): never {
  refuse(`the field ${quote(path)} has ${fault}`);
}

const escapeCharacter = (character: string): string => JSON.stringify(character).slice(1, -1);
/** The escapes of a JSON string. */
const ESCAPES = toReplacements(escapeCharacter);
/** Many programs end a line at a raw carriage return, which is white space in JSON: write a space. */
const NO_CARRIAGE_RETURN = toReplacements((character) => (character === "\r" ? " " : character));
const LETTER_U = 0x75;

/** What the kernel needs for JSON lines. */
export const JSONL_TRAITS: KernelTraits = {
  framing: "reader",
  hasNulls: false,
  kind: TEXT,
  tail: { cut: 1, kept: 1 },
  unescaped: ESCAPED_BYTE.map((byte, letter) => byte || (letter === LETTER_U ? RESOLVED_ELSEWHERE : NO_ESCAPE)),
  // The letter after the backslash.
  escapes: ESCAPES.lengths.map((length, byte) =>
    length === 0 ? 0 : escapeCharacter(String.fromCharCode(byte)).charCodeAt(1),
  ),
  copyActions: new Uint8Array(0x100).fill(SPACE, CARRIAGE_RETURN, CARRIAGE_RETURN + 1),
};

/** Writes one JSON object per line. */
export class JsonlWriter extends SeparatedWriter {
  /** The bytes before each value: a brace or comma, the name and a colon. */
  readonly #heads: Uint8Array[];
  readonly #inPlace: boolean;

  /** @param inPlace whether a value is written into a record as it is, without a name and braces */
  constructor(names: readonly string[], out: ByteWriter, inPlace = false) {
    super(out, COMMA, LINE_FEED, "null");
    this.#inPlace = inPlace;
    const heads = names.map((name, k) => `${k === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    this.#heads = (inPlace ? [""] : heads).map((head) => Buffer.from(head));
  }

  text(column: number, bytes: Uint8Array, from: number, to: number): void {
    this.separate(column);
    this.out.byte(QUOTE);
    this.out.replace(bytes, from, to, ESCAPES);
    this.out.byte(QUOTE);
  }

  copy(column: number, bytes: Uint8Array, from: number, to: number): void {
    this.separate(column);
    this.out.replace(bytes, from, to, NO_CARRIAGE_RETURN);
  }

  override end(crLf: boolean): void {
    if (!this.#inPlace) this.out.byte(OBJECT_END);
    super.end(crLf);
  }

  protected override separate(column: number): void {
    const head = this.#heads[column]!;
    this.out.copy(head, 0, head.length);
  }
}
