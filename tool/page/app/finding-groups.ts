import type { Finding, FindingCode, Severity } from "percodec/inspect";

/** The findings of one code. */
export interface FindingGroup {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** The message, if all of the findings have the same one. */
  readonly message: string | undefined;
  readonly findings: readonly Finding[];
}

/** Groups findings by their code, in the order of the first finding of each. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const byCode = new Map<FindingCode, Finding[]>();
  for (const finding of findings) {
    const group = byCode.get(finding.code);
    if (group === undefined) byCode.set(finding.code, [finding]);
    else group.push(finding);
  }
  return Array.from(byCode, ([code, group]) => {
    const { severity, message } = group[0]!;
    return {
      code,
      severity,
      message: group.every((each) => each.message === message) ? message : undefined,
      findings: group,
    };
  });
}
