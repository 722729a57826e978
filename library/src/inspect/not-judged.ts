import type { UriReference } from "../uri/reference.ts";
import { MAX_HOST_LENGTH } from "./authority.ts";
import type { Finding, NotJudged, NotJudgedCode } from "./finding.ts";

const MESSAGES: Readonly<Record<NotJudgedCode, string>> = {
  network: "No name is resolved and nothing is requested: where the host leads, and what it answers, is not judged.",
  script: "The script or document after the scheme is not judged.",
  "nested-depth": "A URL within a nested URL is not judged.",
  "long-host": "A host of more than 4096 characters is not searched for labels that mislead.",
  layers: "Layers of encoding that remain after the last decoding are not judged.",
  unlisted: "Findings after the 10,000th of a code are counted, and not listed.",
};

/** Lists what the findings say nothing about. */
export function listNotJudged(
  { host }: Pick<UriReference, "host">,
  findings: readonly Finding[],
  isDeeper: boolean,
): readonly NotJudged[] {
  const hasCode = (code: Finding["code"]): boolean => findings.some((finding) => finding.code === code);
  const listed: NotJudged[] = [];
  const listIf = (applies: boolean, code: NotJudgedCode): void => {
    if (applies) listed.push({ code, message: MESSAGES[code] });
  };
  const hasHost = host !== undefined && host !== "";
  listIf(hasHost || hasCode("scheme-relative") || hasCode("host-ambiguous") || hasCode("nested-url"), "network");
  listIf(hasCode("script-url"), "script");
  listIf(isDeeper, "nested-depth");
  listIf(host !== undefined && host.length > MAX_HOST_LENGTH, "long-host");
  listIf(hasCode("budget-exceeded"), "layers");
  listIf(
    findings.some(({ more }) => more !== undefined),
    "unlisted",
  );
  return listed;
}
