export type Rule = { readonly [keyword: string]: unknown };
export function findMismatches(value: unknown, rule: Rule | undefined, place: string, schema: Rule): Iterable<string>;
