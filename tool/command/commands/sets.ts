import { diffSets, type PercentEncodeSet, namedSet, setNames } from "percodec/sets";
import { refuse } from "../io/errors.ts";
import type { Invocation } from "../line/arguments.ts";
import { toJson } from "../../shared/literal.ts";
import { toHex } from "../../shared/text.ts";
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
  const rows = named.map(({ name, kept }) => `${name.padEnd(width)}  ${nameCharacters(kept)}`);
  return `${"SET".padEnd(width)}  KEEPS\n${rows.join("\n")}\n`;
}

function formatSet(set: PercentEncodeSet): string {
  const rows = {
    name: set.name,
    source: set.source,
    encodes: nameCharacters(set.encoded),
    keeps: nameCharacters(set.kept),
    "above U+007F": aboveAscii(set),
    space: set.has(" ") ? (set.spaceAsPlus ? "+" : "%20") : "kept",
    reversible: set.reversible ? "yes" : "no",
  };
  return Object.entries(rows)
    .map(([key, value]) => `${key.padEnd(14)}${value}\n`)
    .join("");
}

function aboveAscii(set: PercentEncodeSet): string {
  if (set.nonAscii.length === 0) return "all kept";
  return set.nonAscii.length === 3 ? "all encoded" : `encoded: ${set.nonAscii.join(", ")} (RFC 3987)`;
}

function formatDifference(a: PercentEncodeSet, b: PercentEncodeSet, json: boolean): string {
  const found = diffSets(a, b);
  if (json) return `${toJson({ a: a.name, b: b.name, ...found })}\n`;
  const only = (set: PercentEncodeSet, ascii: string, classes: readonly string[]) => {
    const parts = [nameCharacters(ascii), ...classes].filter((part) => part !== "nothing");
    return parts.length === 0 ? "" : `only ${set.name} encodes: ${parts.join(" ")}\n`;
  };
  const plus = found.spaceDiffers ? `only ${(a.spaceAsPlus ? a : b).name} writes a space as +\n` : "";
  const text = only(a, found.onlyA, found.nonAsciiOnlyA) + only(b, found.onlyB, found.nonAsciiOnlyB) + plus;
  return text === "" ? `${a.name} and ${b.name} encode the same\n` : text;
}

/** Writes ASCII characters for people: letters and digits as ranges, controls and the space by name. */
function nameCharacters(characters: string): string {
  const ranges: [RegExp, string][] = [
    [/[\0-\x1f]{32}/, "U+0000-001F"],
    [/[0-9]{10}/, "0-9"],
    [/[A-Z]{26}/, "A-Z"],
    [/[a-z]{26}/, "a-z"],
  ];
  let rest = characters;
  const names: string[] = [];
  for (const [range, name] of ranges) {
    if (range.test(rest)) names.push(name);
    rest = rest.replace(range, "");
  }
  for (const character of rest) {
    const code = character.charCodeAt(0);
    names.push(code === 0x20 ? "SP" : code < 0x20 || code === 0x7f ? `U+${toHex(code, 4)}` : character);
  }
  return names.length === 0 ? "nothing" : names.join(" ");
}
