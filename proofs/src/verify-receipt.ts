import type { ErasureEntry } from './log-entry.ts';
import { receiptText } from './log-entry.ts';
import type { Findings } from './findings.ts';
import type { SignedLog } from './signed-log.ts';
import { openNote } from './signed-note.ts';

/** Whether a receipt belongs to this log and is signed by one of its keys. */
export function checkReceipt(
  { entry, note, index }: { entry: ErasureEntry; note: string; index: number },
  { checkpoint, keys }: SignedLog,
  findings: Findings,
): void {
  const where = { index, receipt: entry.receipt };
  const text = receiptText(checkpoint.origin, entry);
  if (!keys.some((key) => openNote(note, key) === text))
    findings.add('SIGNATURE', 'receiptNotSigned', [entry.receipt], where);
  if (entry.partitionId !== partitionOf(checkpoint.origin))
    findings.add('RECEIPT', 'receiptOfAnotherPartition', [entry.receipt], where);
}

/** The last part of the origin of a partition's log. */
export const partitionOf = (origin: string): string => origin.slice(origin.lastIndexOf('/') + 1);
