import { Findings } from '@annals/proofs/findings';
import type { Finding, FindingCode } from '@annals/proofs/verdict';

/** Reports a finding as soon as it is found: there may be more than memory holds. */
export type Report = (code: FindingCode, message: string, where?: Finding['where']) => void;

/** Passes on what a check of the proofs finds. */
export function reportTo<T>(report: Report, check: (findings: Findings) => T): T {
  const findings = new Findings();
  const result = check(findings);
  const found = findings.verdict([]);
  if (found.verdict === 'TAMPERED')
    for (const { code, message, where } of found.findings) report(code, message, where);
  return result;
}
