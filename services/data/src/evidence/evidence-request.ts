import type { getEvidence } from '@annals/contracts/evidence';
import type { QueryOf } from '@annals/contracts/endpoint';
import type { Queryable, Stop } from '@annals/kit/database/queryable';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { badRequest, notFound } from '@annals/kit/problem';
import { readLog, shorterLog, type Checkpoints, type LogSnapshot } from '../log/checkpoints.ts';
import { findPartition } from '../partitions/partitions.sql.ts';
import { searchQueryOf } from '../search/query.ts';
import type { SearchLimits } from '../search/search-limits.ts';
import type { AsOf } from '../versions/as-of.sql.ts';
import { epochMicros } from '../versions/timestamps.ts';
import type { EvidenceAccess } from './evidence-access.ts';
import type { EvidenceRequest, Subject } from './evidence-content.ts';
import { findLogIndex, findSequenceAt, findTimeline, isErasedSince } from './evidence.sql.ts';

export type AskedEvidence = QueryOf<typeof getEvidence>;

/** Who asks, where, and when: what has no moment of its own is of that one. */
export interface Asking {
  partitionId: string;
  by: { userId: string; name: string };
  date: string;
  /** Undefined where nobody knows of roles. */
  access?: EvidenceAccess | undefined;
  /** It is made later: what an import brings meanwhile, with dates from before, does not go in either. */
  isPast?: boolean;
}

/** What was asked for, as it is there. */
export interface FoundEvidence {
  asked: AskedEvidence;
  asking: Asking;
  partition: NonNullable<Awaited<ReturnType<typeof findPartition>>>;
  subject: Subject;
  asOf: AsOf;
  /** The number of the newest version at the moment. */
  upTo: number;
}

/** @throws Problem 400 for what cannot be asked, 404 for what was not there */
export async function findEvidence(
  queryable: Queryable,
  asked: AskedEvidence,
  asking: Asking,
  context: { limits: SearchLimits; signal: Stop },
): Promise<FoundEvidence> {
  const { partitionId, by } = asking;
  const asOf = momentOf(asked, asking);
  const partition = await findPartition(queryable, partitionId, by.userId, asOf);
  if (!partition) throw notFound('partition');
  const upTo = await findSequenceAt(queryable, partitionId, asOf);
  const scope = { queryable, partitionId, userId: by.userId, context };
  const subject = await subjectOf(asked, scope, upTo);
  return { asked, asking, partition, subject, asOf, upTo };
}

/** With all that is fixed when it is made. */
export async function requestOf(
  database: Queryable,
  checkpoints: Checkpoints,
  { asked, asking, partition, subject, asOf, upTo }: FoundEvidence,
): Promise<EvidenceRequest> {
  const { partitionId, by, date, access } = asking;
  const whole = await readLog(database, checkpoints.logKey, partitionId);
  return {
    partitionId,
    partitionName: partition.partitionName ?? '',
    subject,
    asOf,
    isNow: asked.asOf === undefined,
    upTo,
    language: asked.language,
    madeDate: date,
    madeBy: by,
    access,
    ...(await logOf(database, whole, { subject, upTo })),
    sizeWhenMade: whole.size,
  };
}

/** @throws Problem 400 for a moment that has not come */
function momentOf(query: AskedEvidence, { date: madeDate, isPast = false }: Asking): AsOf {
  if (query.asOf === undefined) {
    if (query.asHeld)
      throw badRequest('What was held is asked for of a moment.', [
        { path: 'query.asHeld', message: 'Give asOf beside it.' },
      ]);
    return { moment: madeDate, held: isPast };
  }
  if (epochMicros(query.asOf) > epochMicros(madeDate))
    throw badRequest('There is no evidence of the future.', [
      { path: 'query.asOf', message: 'Choose a moment that has passed.' },
    ]);
  return { moment: databaseMoment(query.asOf), held: query.asHeld ?? false };
}

/** @throws Problem 400 for a query that cannot be read, 404 for an object that was not there */
async function subjectOf(
  { objectId, query }: AskedEvidence,
  scope: Parameters<typeof searchQueryOf>[1],
  upTo: number,
): Promise<Subject> {
  if (objectId !== undefined) {
    if (query !== undefined)
      throw badRequest('An evidence is about an object or a search.', [
        { path: 'query.query', message: 'Leave it out, or objectId.' },
      ]);
    const timeline = await findTimeline(scope.queryable, scope.partitionId, objectId, upTo);
    if (!timeline) throw notFound('object');
    return { kind: 'OBJECT', timeline };
  }
  if (query === undefined) return { kind: 'PARTITION' };
  return { kind: 'SEARCH', query, search: await searchQueryOf({ query }, scope) };
}

/**
 * The log that the proofs are in. That of a whole partition of the past ends with the moment, so that nobody is handed
 * what came later; unless values were erased since, whose receipts are later entries.
 */
async function logOf(
  database: Queryable,
  whole: LogSnapshot,
  { subject, upTo }: { subject: Subject; upTo: number },
): Promise<Pick<EvidenceRequest, 'log' | 'logIsLonger'>> {
  const now = { log: whole, logIsLonger: false };
  if (subject.kind !== 'PARTITION') return now;
  const size = await findLogIndex(database, whole.logId, upTo + 1);
  if (size === undefined || size >= whole.size) return now;
  if (await isErasedSince(database, whole.logId, size)) return { log: whole, logIsLonger: true };
  return { log: await shorterLog(database, whole, size), logIsLonger: false };
}

/** Of ids and digits alone. */
export const fileNameOf = ({
  subject,
  partitionId,
  asOf,
}: Pick<EvidenceRequest, 'subject' | 'partitionId' | 'asOf'>): string => {
  const id = subject.kind === 'OBJECT' ? subject.timeline.timelineId : partitionId;
  return `evidence-${id}-${asOf.moment.slice(0, 19).replaceAll(/\D/g, '')}.zip`;
};
