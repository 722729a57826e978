import type { PairEditor } from "../src/form/index.ts";
import { type AppendPathOptions, UriEditor } from "../src/uri/index.ts";
import { type Invocation, readAllowed } from "./arguments.ts";
import { splitPair } from "./commands/form-build.ts";
import type { FlagName } from "./flags.ts";
import { CliError, EXIT } from "./io/errors.ts";

type UriEdit = (editor: UriEditor, value: string, allow: AppendPathOptions["allow"]) => void;

/** What each option does to the parameters of a query. */
const PAIR_EDITS: { readonly [flag in FlagName]?: (editor: PairEditor, value: string) => void } = {
  set: (editor, value) => (value.includes("=") ? editor.set(...splitPair(value)) : editor.set(value)),
  append: (editor, value) => (value.includes("=") ? editor.append(...splitPair(value)) : editor.append(value)),
  delete: (editor, value) => editor.delete(value),
  "delete-matching": (editor, value) => editor.deleteMatching(value),
  rename: (editor, value) => editor.rename(...splitPair(value)),
  sort: (editor) => editor.sort(),
};

/** What each option does to the rest of a URI. */
const URI_EDITS: { readonly [flag in FlagName]?: UriEdit } = {
  "append-path": (editor, value, allow) => editor.appendPath(value, { allow }),
  fragment: (editor, value) => editor.setFragment(value),
  "no-fragment": (editor) => editor.setFragment(undefined),
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
export function applyEdits(editor: PairEditor, invocation: Invocation): string {
  const allow = readAllowed(invocation);
  for (const [flag, value] of invocation.options) {
    PAIR_EDITS[flag]?.(editor, value);
    if (editor instanceof UriEditor) URI_EDITS[flag]?.(editor, value, allow);
  }
  return editor.toString();
}
