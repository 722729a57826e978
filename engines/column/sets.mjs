// The sets of the library as the column module reads them.
import { namedSet, setNames } from "../../library/dist/sets/index.js";

const SPACE_AS_PLUS = 128;
const CLASSES_BIT = 16;
const CLASSES = ["ucschar", "iprivate", "other"];

/**
 * Returns the 16 bytes and the flags of a set.
 *
 * @param {import("../../library/dist/sets/index.js").PercentEncodeSet} set
 */
export function describeSet(set) {
  const bits = new Uint8Array(16);
  for (const character of set.encoded) {
    const code = character.charCodeAt(0);
    bits[code >> 3] = Number(bits[code >> 3]) | (1 << (code & 7));
  }
  let classes = 0;
  for (const name of set.nonAscii) classes |= 1 << CLASSES.indexOf(name);
  return { set: bits, flags: (classes << CLASSES_BIT) | (set.spaceAsPlus ? SPACE_AS_PLUS : 0) };
}

/** Returns the named sets for other languages, a line each: the name, the bytes in hex, the flags, and the link of the definition. */
export function describeNamedSets() {
  let text = "";
  for (const named of setNames().map(namedSet)) {
    const { set, flags } = describeSet(named);
    text += `${[named.name, Buffer.from(set).toString("hex"), flags, named.source].join("\t")}\n`;
  }
  return text;
}
