import type { Report } from '@annals/kit/verification/facts';
import { Findings } from '@annals/proofs/findings';

/** Passes on the findings of a proof check. */
export function reportTo<T>(report: Report, check: (findings: Findings) => T): T {
  const findings = new Findings();
  const result = check(findings);
  if (!findings.any) return result;
  const found = findings.verdict([]);
  if (found.verdict === 'TAMPERED')
    for (const { code, message, where } of found.findings) report(code, message, where);
  return result;
}
