import { diffSets, type PercentEncodeSet, namedSet, setNames } from "percodec/sets";
import { refuse } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { toJson } from "../../shared/literal.ts";
import { nameCharacters, nameNonAscii } from "../../shared/set-words.ts";
import { findSet } from "../run/named-set.ts";
import { writeAll } from "../io/output.ts";

/** `percodec sets`: prints the list, one set, or the difference of two. */
export async function sets(invocation: Invocation): Promise<number> {
  const { operands } = invocation;
  const [name, other] = operands;
  if (operands.length > 2) refuse("sets takes at most two names");

  const json = invocation.has("json");
  const only = name === undefined ? undefined : findSet(invocation, name);
  const chosen = only === undefined ? setNames().map(namedSet) : [only];
  const text =
    only !== undefined && other !== undefined
      ? formatDifference(only, findSet(invocation, other), json)
      : json
        ? chosen.map((set) => `${toJson(toFields(set))}\n`).join("")
        : only === undefined
          ? formatList(chosen)
          : formatSet(only);

  return writeAll(invocation.environment, invocation.value("output"), text);
}

function toFields(set: PercentEncodeSet): object {
  const { name, encoded, kept, nonAscii, spaceAsPlus, reversible, source } = set;
  return { name, encoded, kept, nonAscii, spaceAsPlus, reversible, source };
}

function formatList(all: readonly PercentEncodeSet[]): string {
  const named = all.map(({ name = "", kept }) => ({ name, kept }));
  const width = Math.max(...named.map(({ name }) => name.length));
  const rows = named.map(({ name, kept }) => `${name.padEnd(width)}  ${toWords(kept)}`);
  return `${"SET".padEnd(width)}  KEEPS\n${rows.join("\n")}\n`;
}

function formatSet(set: PercentEncodeSet): string {
  const rows = {
    name: set.name,
    source: set.source,
    encodes: toWords(set.encoded),
    keeps: toWords(set.kept),
    "above U+007F": nameNonAscii(set),
    space: set.has(" ") ? (set.spaceAsPlus ? "+" : "%20") : "kept",
    reversible: set.reversible ? "yes" : "no",
  };
  return Object.entries(rows)
    .map(([key, value]) => `${key.padEnd(14)}${value}\n`)
    .join("");
}

function formatDifference(a: PercentEncodeSet, b: PercentEncodeSet, json: boolean): string {
  const found = diffSets(a, b);
  if (json) return `${toJson({ a: a.name, b: b.name, ...found })}\n`;
  const only = (set: PercentEncodeSet, ascii: string, classes: readonly string[]) => {
    const parts = [nameCharacters(ascii, "-"), ...classes].filter((part) => part !== "");
    return parts.length === 0 ? "" : `only ${set.name} encodes: ${parts.join(" ")}\n`;
  };
  const plus = found.spaceDiffers ? `only ${(a.spaceAsPlus ? a : b).name} writes a space as +\n` : "";
  const text = only(a, found.onlyA, found.nonAsciiOnlyA) + only(b, found.onlyB, found.nonAsciiOnlyB) + plus;
  return text === "" ? `${a.name} and ${b.name} encode the same\n` : text;
}

function toWords(characters: string): string {
  return nameCharacters(characters, "-") || "nothing";
}
