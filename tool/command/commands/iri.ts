import { iriToUri, uriToIri } from "percodec/uri";
import type { Invocation } from "../line/arguments.ts";
import { processTexts } from "../run/texts.ts";

/** `percodec iri`. */
export async function iri(invocation: Invocation): Promise<number | undefined> {
  const convert = invocation.choice("iri", "to") === "uri" ? iriToUri : uriToIri;
  return processTexts(invocation, invocation.operands, {
    text: (text) => convert(text),
    report: (text) => ({ value: convert(text) }),
  });
}
