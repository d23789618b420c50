import type { Checked } from './checked.ts';
import { Findings } from './findings.ts';
import { isLossless } from './lossless-json.ts';

/**
 * Verifies what anybody may have written, and never throws.
 * @param text the text that it was parsed from, if there is one: only it shows duplicate names
 */
export function verifySafely(
  given: unknown,
  text: string | undefined,
  verify: (findings: Findings) => Checked,
): Checked {
  const findings = new Findings();
  try {
    if (text !== undefined && given !== undefined && !isLossless(text, given))
      findings.add('FORM', 'saysMore', []);
    return verify(findings);
  } catch {
    findings.add('FORM', 'proofUnreadable', []);
    return { verdict: findings.verdict([]), keyKnown: false, historyKnown: false };
  }
}
