/** Prepares a call with a text, and returns the call. */
export type Row = (text: string) => () => unknown;

export const READS_PAIRS: readonly RegExp[];
export const ROWS: Readonly<Record<string, Readonly<Record<string, Row | Readonly<Record<string, Row>> | undefined>>>>;
