export function guessCharsets(_bytes: Uint8Array): readonly string[] { return []; } // STUB until its author writes it
