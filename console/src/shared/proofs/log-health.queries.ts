import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '@annals/contracts/endpoint';
import { getCheckpoint, getConsistency } from '@annals/contracts/proofs';
import { call } from '../../api/call.ts';
import { ifOffered } from '../../api/errors.ts';
import { queryClient } from '../../api/query.ts';
import type { CheckedCheckpoint } from './check-checkpoint.ts';
import { pin, type PinnedCheckpoint, pinnedCheckpoint, raiseAlarm } from './pinned-checkpoints.ts';

/** What a look at the log of a partition came to. */
export interface LogHealth extends CheckedCheckpoint {
  head: ResponseOf<typeof getCheckpoint>;
  /** What was pinned before it. */
  before: PinnedCheckpoint | undefined;
}

/** A page is opened often, and a log is looked at once for all that are opened within so long. */
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

/** A look at the log that is no older than this call. */
export const newestLogHealth = (partitionId: string): Promise<LogHealth | null> =>
  queryClient.fetchQuery({ ...logHealthQuery(partitionId), staleTime: 0 });

async function checkLog(partitionId: string, signal: AbortSignal): Promise<LogHealth | null> {
  const params = { partitionId };
  // Before the call: what another tab pins in the meantime may rightly be further on than its answer.
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
  // Another tab was faster; what was found here says nothing of its checkpoint.
  if (pinned?.checkpoint !== before || pinned?.alarm) return;
  if (status === 'FIRST' || status === 'SAME' || status === 'GROWN')
    pin(partitionId, { checkpoint, key });
  else if (status !== 'UNSIGNED') raiseAlarm(partitionId, { kind: status, checkpoint, key });
}
