/** Describes a value: its class, its properties, and the values of its accessors and its iterator. */
export function describe(value: unknown): string;
