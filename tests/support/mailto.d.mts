import type { FoundLink } from "../../src/links/index.ts";

/** The functions whose laws are checked: those of src or of dist. */
export interface LinkLibrary {
  readonly findLinks: (text: string) => FoundLink[];
  readonly formatLink: (uri: string) => string;
  readonly cleanUri: (uri: string) => string;
}
export function decodePart(part: string): string | undefined;
export function isLocalPart(local: string): boolean;
export function readMailto(uri: string): { readonly address?: string | undefined; readonly fault?: string | undefined };
export function findAddressFault(text: string, link: FoundLink, library: LinkLibrary): string | undefined;
export function findFormatFault(uri: string, library: LinkLibrary): string | undefined;
export function createAddressCases(seed: number): () => { readonly text: string; readonly uri: string };
