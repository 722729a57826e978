export function isMojibake(_codePoints: readonly number[]): boolean { return false; } // STUB until its author writes it
