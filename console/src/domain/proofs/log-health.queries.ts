import { queryOptions } from '@tanstack/react-query';
import { getCheckpoint, getConsistency } from '@annals/contracts/proofs';
import type { AnswerOf } from '../../platform/api/told.ts';
import { call } from '../../platform/api/call.ts';
import { ifOffered } from '../../platform/api/errors.ts';
import { queryClient } from '../../platform/api/query.ts';
import type { CheckedCheckpoint } from './check-checkpoint.ts';
import { pin, type PinnedCheckpoint, pinnedCheckpoint, raiseAlarm } from './pinned-checkpoints.ts';

/** The result of checking the log of a partition. */
export interface LogHealth extends CheckedCheckpoint {
  head: AnswerOf<typeof getCheckpoint>;
  /** The previously pinned checkpoint. */
  before: PinnedCheckpoint | undefined;
}

/** Pages are opened often; the log is checked at most once in this time. */
const staleAfterMs = 60_000;

/**
 * Loads the newest checkpoint and compares it with the pinned one: a continuation is pinned instead, anything else
 * raises the alarm. Null when the service has no such log.
 */
export function logHealthQuery(partitionId: string) {
  return queryOptions({
    queryKey: ['partition-log', partitionId],
    queryFn: ({ signal }) => checkLog(partitionId, signal),
    staleTime: staleAfterMs,
  });
}

/** A check of the log that is not older than this call. */
export const newestLogHealth = (partitionId: string): Promise<LogHealth | null> =>
  queryClient.fetchQuery({ ...logHealthQuery(partitionId), staleTime: 0 });

async function checkLog(partitionId: string, signal: AbortSignal): Promise<LogHealth | null> {
  const params = { partitionId };
  // Read before the call: another tab may pin a later checkpoint in the meantime.
  const before = pinnedCheckpoint(partitionId);
  const head = await ifOffered(call(getCheckpoint, { params }, { signal }));
  if (head === undefined) return null;
  const { checkCheckpoint } = await import('./check-checkpoint.ts');
  const judged = await checkCheckpoint(partitionId, head, before, async (from, to) => {
    const { proof } = await call(getConsistency, { params, query: { from, to } }, { signal });
    return proof;
  });
  store(partitionId, before?.checkpoint, head.checkpoint, judged);
  return { head, before, ...judged };
}

function store(
  partitionId: string,
  before: string | undefined,
  checkpoint: string,
  { status, key }: CheckedCheckpoint,
): void {
  const pinned = pinnedCheckpoint(partitionId);
  // Another tab was faster, and this result says nothing about its checkpoint.
  if (pinned?.checkpoint !== before || pinned?.alarm) return;
  if (status === 'FIRST' || status === 'SAME' || status === 'GROWN')
    pin(partitionId, { checkpoint, key });
  else if (status !== 'UNSIGNED') raiseAlarm(partitionId, { kind: status, checkpoint, key });
}
