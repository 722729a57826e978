import type { Encoding } from "percodec/charset";

/** A character that an encoding lacks, and the reference of HTML that is written for it. */
export interface LostCharacter {
  readonly character: string;
  readonly reference: string;
}

/** The characters of a text that an encoding lacks. */
export interface LostCharacters {
  /** How often such a character occurs. */
  readonly count: number;
  /** Each of them once, in the order of the text. */
  readonly characters: readonly LostCharacter[];
}

const REPLACEMENT = 0xfffd;

/**
 * Finds the characters that become references when a text is encoded in an encoding. A lone surrogate becomes U+FFFD before, and so does a
 * control that would switch the state of ISO-2022-JP.
 */
export function findLostCharacters(texts: readonly string[], { legacy }: Encoding): LostCharacters {
  const characters = new Map<string, LostCharacter>();
  let count = 0;
  if (legacy === undefined) return { count, characters: [] };
  for (const text of texts) {
    for (const character of text) {
      const code = character.codePointAt(0)!;
      const isSurrogate = code >= 0xd800 && code <= 0xdfff;
      if (legacy.has(isSurrogate ? REPLACEMENT : code)) continue;
      count++;
      if (characters.has(character)) continue;
      const written = isSurrogate || code < 0x80 ? REPLACEMENT : code;
      characters.set(character, { character, reference: `&#${written};` });
    }
  }
  return { count, characters: [...characters.values()] };
}
