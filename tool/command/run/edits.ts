import type { AppendPathOptions, UriEditor } from "percodec/uri";
import { type Invocation, readAllowed } from "../line/arguments.ts";
import type { FlagName } from "../line/flags.ts";
import { CliError, EXIT } from "../io/errors.ts";

type UriEdit = (editor: UriEditor, value: string, allow: AppendPathOptions["allow"]) => void;

/** What each option does to a URI. */
const EDITS: { readonly [flag in FlagName]?: UriEdit } = {
  set: (editor, value) => (value.includes("=") ? editor.set(...splitPair(value)) : editor.set(value)),
  append: (editor, value) => (value.includes("=") ? editor.append(...splitPair(value)) : editor.append(value)),
  delete: (editor, value) => editor.deleteMatching(value),
  rename: (editor, value) => editor.rename(...splitPair(value)),
  sort: (editor) => editor.sort(),
  "append-path": (editor, value, allow) => editor.appendPath(value, { allow }),
  fragment: (editor, value) => editor.with({ fragment: value || undefined }),
};

/** Throws a {@link CliError} for an edit with a wrong value. */
export function checkEdits(invocation: Invocation): void {
  const { options, has } = invocation;
  const wrong = options.some(([flag, value]) => flag === "rename" && !value.includes("="));
  if (wrong) throw new CliError(EXIT.usage, "--rename takes OLD=NEW");
  if (readAllowed(invocation) !== undefined && !has("append-path"))
    throw new CliError(EXIT.usage, "--allow needs --append-path");
}

/** Applies the edits in the order typed, and returns the result. */
export function applyEdits(editor: UriEditor, invocation: Invocation): string {
  const allow = readAllowed(invocation);
  for (const [flag, value] of invocation.options) EDITS[flag]?.(editor, value, allow);
  return editor.toString();
}

/** Splits `NAME=VALUE` at its first `=`. */
export function splitPair(word: string): [name: string, value: string] {
  const equals = word.indexOf("=");
  return equals < 0 ? [word, ""] : [word.slice(0, equals), word.slice(equals + 1)];
}
