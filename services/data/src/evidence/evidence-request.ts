import type { getEvidence } from '@annals/contracts/evidence';
import type { QueryOf } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import type { Queryable, Stop } from '@annals/kit/database/queryable';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { badRequest, notFound } from '@annals/kit/problem';
import { readLog, shorterLog, type LogSnapshot } from '../log/checkpoints.ts';
import { findPartition, findRecordedAndHeld } from '../partitions/partitions.sql.ts';
import { searchQueryOf } from '../search/query.ts';
import type { SearchLimits } from '../search/search-limits.ts';
import type { AsOf } from '../versions/as-of.sql.ts';
import type { ShownVersions } from '../versions/shown-versions.ts';
import { epochMicros } from '../versions/timestamps.ts';
import type { EvidenceAccess } from './evidence-access.ts';
import type { EvidenceRequest, Subject } from './evidence-content.ts';
import { findLogIndex, findSequenceAt, findTimeline, isErasedSince } from './evidence.sql.ts';

export type EvidenceQuery = QueryOf<typeof getEvidence>;

/** The requester, the partition, and the default moment. */
export interface EvidenceRequester {
  partitionId: string;
  by: { userId: string; name: string };
  date: string;
  /** Undefined if roles are unknown here. */
  access?: EvidenceAccess | undefined;
  /** It is created later: imports meanwhile with earlier dates are excluded. */
  isPast?: boolean;
}

/** The subject of a request, as found. */
export interface FoundEvidence {
  asked: EvidenceQuery;
  asking: EvidenceRequester;
  partition: NonNullable<Awaited<ReturnType<typeof findPartition>>>;
  subject: Subject;
  asOf: AsOf;
  /** The number of the newest version at the moment. */
  upTo: number;
}

/** @throws Problem 400 for an invalid request, 404 if the subject did not exist then */
export async function findEvidence(
  queryable: Queryable,
  asked: EvidenceQuery,
  asking: EvidenceRequester,
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

/** Everything that is fixed when it is created. */
export async function requestOf(
  database: Queryable,
  { asked, asking, partition, subject, asOf, upTo }: FoundEvidence,
): Promise<EvidenceRequest> {
  const { partitionId, by, date, access } = asking;
  const whole = await readLog(database, partitionId);
  return {
    partitionId,
    partitionName: partition.partitionName,
    subject,
    asOf,
    isNow: asked.asOf === undefined,
    upTo,
    language: asked.language,
    madeDate: date,
    madeBy: by,
    accessKnownSince: partition.createdDate,
    stored: await findRecordedAndHeld(database, partitionId, asOf.moment),
    access,
    ...(await logOf(database, whole, { subject, upTo })),
    sizeWhenMade: whole.size,
  };
}

/** @throws Problem 400 for a moment in the future */
function momentOf(
  query: EvidenceQuery,
  { date: madeDate, isPast = false }: EvidenceRequester,
): AsOf {
  if (query.asOf === undefined) {
    if (query.asHeld)
      throw badRequest(say('asHeldNeedsMoment'), [{ path: 'query.asHeld', ...say('sendAsOf') }]);
    return { moment: madeDate, held: isPast };
  }
  if (epochMicros(query.asOf) > epochMicros(madeDate))
    throw badRequest(say('noFutureEvidence'), [{ path: 'query.asOf', ...say('choosePastMoment') }]);
  return { moment: databaseMoment(query.asOf), held: query.asHeld ?? false };
}

/** @throws Problem 400 for an invalid query, 404 for an object that did not exist then */
async function subjectOf(
  { objectId, query }: EvidenceQuery,
  scope: Parameters<typeof searchQueryOf>[1],
  upTo: number,
): Promise<Subject> {
  if (objectId !== undefined) {
    if (query !== undefined)
      throw badRequest(say('evidenceOfOneThing'), [
        { path: 'query.query', ...say('omitItOrObjectId') },
      ]);
    const timeline = await findTimeline(scope.queryable, scope.partitionId, objectId, upTo);
    if (!timeline) throw notFound('object');
    return { kind: 'OBJECT', timeline };
  }
  if (query === undefined) return { kind: 'PARTITION' };
  return { kind: 'SEARCH', query, search: await searchQueryOf({ query }, scope) };
}

/**
 * The log that contains the proofs. For a whole partition in the past it ends at the moment, so that nothing later is
 * handed out; unless values were erased since, whose receipts are later entries.
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

/** Contains only ids and digits. */
export const fileNameOf = ({
  subject,
  partitionId,
  asOf,
}: Pick<EvidenceRequest, 'subject' | 'partitionId' | 'asOf'>): string => {
  const id = subject.kind === 'OBJECT' ? subject.timeline.timelineId : partitionId;
  return `evidence-${id}-${asOf.moment.slice(0, 19).replaceAll(/\D/g, '')}.zip`;
};

/** Of what evidence is asked for, as the audit log tells it: without the query, which may quote values that are erased later. */
export const describeEvidenceRequest = (
  subject: string,
  { objectId, asOf }: { objectId?: string | undefined; asOf?: string | undefined },
) => ({ kind: subject, object: objectId ?? null, asOf: asOf ?? null });

/** What the file of evidence shows; the objects that a search found are not stored. */
export function shownInEvidence(
  asked: { objectId?: string | undefined; query?: string | undefined } | null,
): ShownVersions {
  const about = asked ?? undefined;
  const objectId = asked?.objectId;
  return objectId === undefined ? { whole: true, about } : { objectIds: [objectId], about };
}
