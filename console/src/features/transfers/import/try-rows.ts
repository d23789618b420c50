import { importObjects, type ImportRow } from '@annals/contracts/transfers';
import { call } from '../../../platform/api/call.ts';
import { useReasonTexts } from '../../../domain/reasons/reason.texts.ts';
import { retry } from '../../../platform/long-work/retry.ts';
import { hasRoomForReview, type ImportSource, importRuns } from './import-run.ts';

/** A missing reason does not refuse rows: it is requested before the import. */
export async function tryRows(source: ImportSource, rows: ImportRow[], signal: AbortSignal) {
  const withCurrent = hasRoomForReview() || (source.into && source.sheet?.choices.isPartial);
  const query = {
    dryRun: true,
    ...(withCurrent ? { withCurrent: true } : {}),
    ...unchangedOptions(source),
  };
  const tryWith = async (reason: { reason?: string }) => {
    const input = { ...partitionParams(source.partition.id), query, body: { rows, ...reason } };
    return retry(() => call(importObjects, input, { signal }), signal);
  };
  const answer = await tryWith({});
  if (!answer.refused.some(({ code }) => code === 'reason_required')) return answer;
  importRuns.change({ needsReason: true });
  return tryWith({ reason: useReasonTexts.now().reason });
}

/**
 * Spreadsheets are exported and imported repeatedly, with few changed rows; change sets are read by people who
 * look for changes.
 */
export const unchangedOptions = ({ sheet, isSnapshot, into }: ImportSource) => ({
  ...(sheet || isSnapshot || into ? { skipUnchanged: true } : {}),
  ...(into ? { forChangeSet: true } : {}),
  ...(sheet?.choices.isPartial ? { partial: true } : {}),
});

export const partitionParams = (partitionId: string) => ({ params: { partitionId } });
