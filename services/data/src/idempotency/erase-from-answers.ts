import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { clear, placeOf } from '../erasure/places.ts';
import type { VersionRow } from '../objects/version.ts';

export interface ErasedFromTimeline {
  partitionId: string;
  timelineId: string;
  /** Into the data, by the id of the version. */
  pathsOf: ReadonlyMap<string, readonly string[]>;
  receipt: number;
}

interface KeptAnswer {
  userId: string;
  key: string;
  answer: string;
}

/** The database walks over as many answers with one statement. */
const lookedAtTogether = 20_000;

/**
 * Erases values from the answers to writes that are kept for repetitions. Of all answers that are kept, only those of a
 * create, an end or a restore hold data: they are a VersionRow. A repetition gets null in the place of the values.
 */
export async function eraseFromAnswers(
  transaction: Queryable,
  erased: ErasedFromTimeline,
): Promise<void> {
  const { partitionId, timelineId } = erased;
  let after: Place | undefined = first;
  while (after) {
    const { found, last } = await findAnswers(transaction, partitionId, timelineId, after);
    for (const kept of found) await rewrite(transaction, kept, erased);
    after = last;
  }
}

interface Place {
  userId: string;
  key: string;
}

const first: Place = { userId: '00000000-0000-0000-0000-000000000000', key: '' };

/** The answers that name the timeline, among the next ones; `last` is undefined at the end. */
async function findAnswers(
  transaction: Queryable,
  partitionId: string,
  timelineId: string,
  after: Place,
): Promise<{ found: KeptAnswer[]; last: Place | undefined }> {
  const rows = await transaction.query<Place & { answer: string | null }>(
    sql`with next as materialized (
        select user_id, key, answer from data.idempotency
        where partition_id = ${partitionId} and (user_id, key) > (${after.userId}::uuid, ${after.key})
        order by user_id, key limit ${lookedAtTogether}
      )
      select user_id as "userId", key, answer from next where answer like ${`%"timelineId":"${timelineId}"%`}
      union all
      (select user_id, key, null from next order by user_id desc, key desc limit 1)`,
    'idempotency-of-timeline',
  );
  return {
    found: rows.flatMap(({ answer, ...place }) => (answer === null ? [] : { ...place, answer })),
    last: rows.find(({ answer }) => answer === null),
  };
}

async function rewrite(
  transaction: Queryable,
  { userId, key, answer }: KeptAnswer,
  { partitionId, timelineId, pathsOf, receipt }: ErasedFromTimeline,
): Promise<void> {
  const version = JSON.parse(answer) as Partial<VersionRow>;
  const { id, objectData, erased } = version;
  const paths = id === undefined ? undefined : pathsOf.get(id);
  // Other answers may name the timeline too.
  if (!paths || !objectData || version.timelineId !== timelineId) return;
  for (const path of paths) clear(objectData, placeOf(path));
  const after: typeof version = {
    ...version,
    erased: [...(erased ?? []), ...paths.map((path) => ({ path, receipt }))],
  };
  await transaction.query(
    sql`update data.idempotency set answer = ${JSON.stringify(after)}
      where partition_id = ${partitionId} and user_id = ${userId} and key = ${key}`,
    'idempotency-erase',
  );
}
