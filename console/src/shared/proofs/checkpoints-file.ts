import { product, productTitle } from '../../api/product.ts';
import { downloadText } from '../csv/download-text.ts';
import { fileStem } from '../long-work/file-stem.ts';
import type { PinnedCheckpoint } from './pinned-checkpoints.ts';

/** Saves the pinned checkpoint and the one that does not go on from it. */
export function saveCheckpoints(
  partition: { id: string; name: string },
  pinned: PinnedCheckpoint,
): void {
  const day = new Date().toISOString().slice(0, 10);
  const name = `${fileStem(partition.name, product)}-checkpoints-${day}.txt`;
  downloadText(name, checkpointsText(partition, pinned), 'text/plain');
}

/** In English, whoever it is shown to; the notes stand in it to the letter, so that they can be checked. */
export function checkpointsText(
  partition: { id: string; name: string },
  { checkpoint, key, date, since, alarm }: PinnedCheckpoint,
): string {
  const parts = [
    `${productTitle}: two checkpoints of the log of one partition`,
    `Partition: ${partition.id} (${partition.name})`,
    '',
    `Remembered by a browser since ${since}, last seen ${date}.`,
    `Verifier key: ${key}`,
    '',
    checkpoint,
  ];
  if (alarm)
    parts.push(
      `Shown by the service on ${alarm.date}, which does not go on from it (${alarm.kind}).`,
      `Verifier key: ${alarm.key}`,
      '',
      alarm.checkpoint,
    );
  return parts.join('\n');
}
