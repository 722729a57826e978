import type { FoundLink } from "../../library/src/links/index.ts";

export function createHostCases(seed: number): () => string;
export function findHostFault(text: string, link: FoundLink, cleanUri: (text: string) => string): string | undefined;
