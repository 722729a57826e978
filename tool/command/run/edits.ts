import { percentEncode } from "percodec";
import { rfc3986 } from "percodec/sets";
import { type AppendPathOptions, describeHost, type UriChanges, type UriEditor } from "percodec/uri";
import { type Invocation, readAllowed } from "../line/arguments.ts";
import type { FlagName } from "../line/flags.ts";
import type { CommandName } from "../line/command-table.ts";
import { quotePosix } from "../../shared/literal.ts";
import { quote } from "../../shared/text.ts";
import { refuse } from "../io/errors.ts";
import { isFile } from "./input.ts";

type UriEdit = (editor: UriEditor, value: string, allow: AppendPathOptions["allow"]) => void;

/** What each option does to a URI. */
const EDITS: { readonly [flag in FlagName]?: UriEdit } = {
  set: (editor, value) => (value.includes("=") ? editor.set(...splitPair(value)) : editor.set(value)),
  append: (editor, value) => (value.includes("=") ? editor.append(...splitPair(value)) : editor.append(value)),
  delete: (editor, value) => editor.deleteMatching(value),
  rename: (editor, value) => editor.rename(...splitPair(value)),
  sort: (editor) => editor.sort(),
  "append-path": (editor, value, allow) => editor.appendPath(value, { allow }),
};

/** What a path cannot contain is encoded, except `?` and `#`, which end a path. */
const PATH = rfc3986.path.remove("%?#");

/** What each option replaces a part by; an empty value removes the part. */
const PARTS: { readonly [flag in FlagName & keyof UriChanges]: (value: string) => UriChanges[flag] } = {
  scheme: (value) => value || undefined,
  userinfo: (value) => value || undefined,
  host: (value) => (value === "" ? undefined : toAsciiHost(value)),
  port: (value) => value || undefined,
  path: (value) => (value === "" ? undefined : percentEncode(value, PATH)),
  fragment: (value) => value || undefined,
};

/** Returns a domain in ASCII. Any other host stays as it was typed, so that `with` judges it. */
function toAsciiHost(typed: string): string {
  const { kind, ascii } = /[^\0-\x7f]/.test(typed) ? describeHost(typed) : { kind: undefined, ascii: typed };
  return kind === "domain" ? ascii : typed;
}

/** Refuses an edit with a wrong value, and operands that are edits. */
export function checkEdits(invocation: Invocation): void {
  const { operands, options, has } = invocation;
  const pair = operands.find((word) => /^[^/?#:=]*=/.test(word));
  if (pair !== undefined && (operands.length > 1 || has("file")))
    refuse(`${quote(pair)} is a URI here; --set ${pair} sets a parameter`);
  const wrong = options.some(([flag, value]) => flag === "rename" && !value.includes("="));
  if (wrong) refuse("--rename takes OLD=NEW");
  const path = options.find(([flag, value]) => flag === "path" && /^[^/]/.test(value));
  if (path !== undefined) refuse(`--path takes a path that begins with a slash, not ${quote(path[1])}`);
  if (readAllowed(invocation) !== undefined && !has("append-path") && !has("path"))
    refuse("--allow needs --append-path or --path");
  if (!options.some(([flag]) => flag in EDITS || flag in PARTS)) {
    const flags = Object.keys({ ...EDITS, ...PARTS }).map((flag) => `--${flag}`);
    refuse(`edit needs what to change: ${flags.join(", ")}`);
  }
}

/**
 * Replaces the parts, then applies the other edits in the order typed, and returns the result.
 *
 * @param idle the edits that have changed nothing yet; those that change something are removed
 */
export function applyEdits(editor: UriEditor, invocation: Invocation, idle: Set<string>): string {
  const allow = readAllowed(invocation);
  const changes: { -readonly [part in keyof UriChanges]: unknown } = {};
  for (const [flag, value] of invocation.options)
    if (flag in PARTS) changes[flag as keyof typeof PARTS] = PARTS[flag as keyof typeof PARTS](value);
  // Without a change `with` would check the parts that stay.
  if (Object.keys(changes).length > 0) editor.with(changes as UriChanges, { allow });
  for (const [flag, value] of invocation.options) {
    const before = idle.size > 0 ? editor.toString() : undefined;
    EDITS[flag]?.(editor, value, allow);
    if (before !== undefined && before !== editor.toString()) idle.delete(`--${flag} ${value}`);
  }
  return editor.toString();
}

/** Splits the operand `NAME=VALUE` of a command; refuses one without `=`. */
export function readPair(command: CommandName, word: string): [name: string, value: string] {
  if (word.includes("=")) return splitPair(word);
  const hint = isFile(word)
    ? `; -f ${quotePosix(word)} reads the file`
    : `; ${quotePosix(`${word}=`)} has an empty value`;
  return refuse(`${command} takes NAME=VALUE, not ${quote(word)}${hint}`);
}

/** Splits `NAME=VALUE` at its first `=`. */
export function splitPair(word: string): [name: string, value: string] {
  const equals = word.indexOf("=");
  return equals < 0 ? [word, ""] : [word.slice(0, equals), word.slice(equals + 1)];
}
