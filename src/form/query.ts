import { requireString, requireText } from "../base/arguments.ts";
import { decodeResolved } from "../codec/decode.ts";
import { STRICT_TEXT } from "../codec/decoder.ts";
import { encodeText } from "../codec/encode.ts";
import { FORM_TABLE } from "../sets/tables.ts";

/**
 * An editor of a query: it leaves every pair that is not edited as it is written.
 *
 * Names are decoded leniently before comparison, `+` as a space. Added pairs are serialized as in forms.
 *
 * @throws PercentEncodingError `lone-surrogate` from the methods that add, with its index in the name or value
 * @example
 * import { QueryEditor } from "percodec/form";
 * new QueryEditor("?a=%7e&b&&c=x+y").set("b", "1").rename("c", "d").delete("a").toString() // → "?b=1&&d=x+y"
 */
export class QueryEditor {
  readonly #prefix: string;
  /** The texts between `&`, not decoded. */
  #pairs: string[];

  /**
   * @param query a query, with or without its `?`
   * @throws TypeError for anything but a string
   */
  constructor(query: string) {
    requireText(query, "editQuery");
    this.#prefix = query.startsWith("?") ? "?" : "";
    const text = query.slice(this.#prefix.length);
    this.#pairs = text === "" ? [] : text.split("&");
  }

  /** Replaces the first value of this name and removes the others, or appends a pair; an equal value keeps its spelling. */
  set(name: string, value: string): this {
    requireText(name, "QueryEditor.set");
    requireString(value, "the value of QueryEditor.set");
    const added = serialize(name, value);
    const content = added.slice(added.indexOf("="));
    let found = false;
    const kept: string[] = [];
    for (const raw of this.#pairs) {
      if (!isNamed(raw, name)) {
        kept.push(raw);
      } else if (!found) {
        found = true;
        const written = readRawName(raw);
        kept.push(decodeLeniently(raw.slice(written.length + 1)) === value ? raw : written + content);
      }
    }
    this.#pairs = kept;
    return found ? this : this.append(name, value);
  }

  /** Adds a pair at the end. */
  append(name: string, value: string): this {
    requireText(name, "QueryEditor.append");
    requireString(value, "the value of QueryEditor.append");
    this.#pairs.push(serialize(name, value));
    return this;
  }

  /** Removes all pairs of this name, each with one `&`. */
  delete(name: string): this {
    requireText(name, "QueryEditor.delete");
    this.#pairs = this.#pairs.filter((raw) => !isNamed(raw, name));
    return this;
  }

  /** Renames all pairs of this name; their values stay as they are written. */
  rename(name: string, to: string): this {
    requireText(name, "QueryEditor.rename");
    requireString(to, "the new name of QueryEditor.rename");
    const written = encode(to);
    this.#pairs = this.#pairs.map((raw) =>
      // An empty name with an empty value needs its `=`: without it the pair would disappear.
      isNamed(raw, name) ? written + raw.slice(readRawName(raw).length) || "=" : raw,
    );
    return this;
  }

  /** Returns the query, with its `?` if it had one. */
  toString(): string {
    return this.#prefix + this.#pairs.join("&");
  }
}

/**
 * Edits a query without loss: only the edited parameters change. Everything else keeps its spelling and order: `+` or
 * `%20`, `%7e` or `%7E`, `k` or `k=`, and empty pairs.
 *
 * @param query a query, with or without its `?`
 * @returns the editor, whose `toString` returns the query
 * @throws TypeError for anything but a string; its methods throw a PercentEncodingError `lone-surrogate`
 * @example
 * import { editQuery } from "percodec/form";
 * editQuery("utm=x&q=a%20b&page=1").set("page", "2").delete("utm").toString() // → "q=a%20b&page=2"
 */
export function editQuery(query: string): QueryEditor {
  return new QueryEditor(query);
}

/** Whether a pair has this name; an empty pair has none. */
function isNamed(raw: string, name: string): boolean {
  return raw !== "" && decodeLeniently(readRawName(raw)) === name;
}

function readRawName(raw: string): string {
  const equals = raw.indexOf("=");
  return equals < 0 ? raw : raw.slice(0, equals);
}

function decodeLeniently(written: string): string {
  return decodeResolved(written, { ...STRICT_TEXT, plusAsSpace: true, malformed: "keep", invalidUtf8: "replace" });
}

function encode(text: string): string {
  return encodeText(text, FORM_TABLE, true);
}

function serialize(name: string, value: string): string {
  return `${encode(name)}=${encode(value)}`;
}
