import type { Checked, Known } from '../checked.ts';
import type { Finding } from '../verdict.ts';
import { PartitionVerification } from '../verify-partition.ts';

/** Verifies the lines of a partition's proof. */
export function checkLines(lines: readonly unknown[], known?: Known): Checked {
  const [head, ...entries] = lines;
  const verification = new PartitionVerification(head, known);
  for (const entry of entries) verification.add(entry);
  return verification.finish();
}

export function findingsOf(lines: readonly unknown[], known?: Known): Finding[] {
  const { verdict } = checkLines(lines, known);
  return verdict.verdict === 'TAMPERED' ? verdict.findings : [];
}

export const codesOf = (lines: readonly unknown[], known?: Known): string[] =>
  findingsOf(lines, known).map(({ code }) => code);
