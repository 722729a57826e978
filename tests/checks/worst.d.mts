/** Each makes a string of about the given number of bytes in UTF-8. */
type Makers = Readonly<Record<string, (bytes: number) => string>>;

export const WORST: Makers;
export const WORST_PAIRS: Makers;
