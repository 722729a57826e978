import type { CheckedComponent } from "./grammar.ts";
import type { GrammarFault } from "./issue.ts";
import { VALIDATION_ERRORS, type ValidationError } from "./validation-errors.ts";

/** The faults in the grammar of RFC 3986 and RFC 3987, each in a sentence; that of an illegal character names it and its component. */
export const GRAMMAR_FAULTS: Readonly<Record<GrammarFault, string>> = {
  "malformed-escape": 'Two hex digits follow the "%" of an escape; a percent sign is written "%25".',
  "truncated-escape": "The text ends inside an escape.",
  "lone-surrogate": "Half of a surrogate pair is not a character.",
  "illegal-character": "The component does not contain this character; write an escape.",
  "colon-in-first-segment": 'A relative path has no colon before its first slash; begin with "./" or a scheme.',
  "invalid-ip-literal": "Brackets contain an IPv6 address, and only a port may follow them.",
  "invalid-port": "A port consists of decimal digits.",
};

/** @param quoted the characters with the fault, in quotes */
export function explainGrammarFault(code: GrammarFault, quoted: string, component?: CheckedComponent): string {
  if (code !== "illegal-character") return GRAMMAR_FAULTS[code];
  return `A ${component} does not contain ${quoted}; write an escape.`;
}

/**
 * @param quoted the characters with the error, in quotes
 * @param reason why the host is not a domain
 */
export function explainValidationError(name: ValidationError, quoted: string, reason?: string): string {
  if (reason !== undefined) return VALIDATION_ERRORS[name].replace(/\.$/, `: it has ${reason}.`);
  if (name !== "invalid-URL-unit") return VALIDATION_ERRORS[name];
  return quoted.startsWith('"%')
    ? GRAMMAR_FAULTS["malformed-escape"]
    : `A URL does not contain ${quoted}; write an escape.`;
}
