import {
  getEvidence,
  mostEvidenceVersions,
  mostReportedObjects,
  mostReportedVersions,
} from '@annals/contracts/evidence';
import type { QueryOf } from '@annals/contracts/endpoint';
import { abortable, type Database, type Queryable } from '@annals/kit/database/queryable';
import { databaseMoment, databaseNow } from '@annals/kit/database/database-moment';
import type { Mount } from '@annals/kit/mount';
import { badRequest, notFound } from '@annals/kit/problem';
import { readLog, shorterLog, type Checkpoints, type LogSnapshot } from '../log/checkpoints.ts';
import { requireStillReader, type Admission } from '../members/member-access.ts';
import { findPartition } from '../partitions/partitions.sql.ts';
import { searchQueryOf } from '../search/query.ts';
import type { SearchLimits } from '../search/search-limits.ts';
import type { AsOf } from '../versions/as-of.sql.ts';
import { epochMicros } from '../versions/timestamps.ts';
import { EvidenceContent, type EvidenceRequest, type Subject } from './evidence-content.ts';
import { evidenceFiles } from './evidence-files.ts';
import {
  countMembers,
  findLogIndex,
  findSequenceAt,
  findTimeline,
  isErasedSince,
} from './evidence.sql.ts';
import { zipOf } from './zip.ts';

/** The one-file page that checks proofs; undefined where the server has none. */
export type FindVerifier = () => Promise<Uint8Array | undefined>;

interface EvidenceOptions {
  database: Database;
  checkpoints: Checkpoints;
  limits: SearchLimits;
  /** Checks access, repeatedly while an evidence is made. */
  admission: Admission;
  findVerifier: FindVerifier;
}

export function mountEvidence(
  mount: Mount,
  { database, checkpoints, limits, admission, findVerifier }: EvidenceOptions,
): void {
  mount(
    getEvidence,
    async ({ params: { partitionId }, query, caller, request, reply, ...call }) => {
      const { queryable, signal } = call;
      const madeDate = await databaseNow(queryable);
      const asOf = momentOf(query, madeDate);
      const partition = await findPartition(queryable, partitionId, caller.userId, asOf);
      if (!partition) throw notFound('partition');
      const upTo = await findSequenceAt(queryable, partitionId, asOf);
      const scope = { queryable, partitionId, userId: caller.userId, context: { limits, signal } };
      const subject = await subjectOf(query, scope, upTo);
      if (!call.acceptsStream) {
        const memberCount = await countMembers(queryable, partitionId, asOf.moment);
        const { timelineCount, versionCount } = partition;
        return {
          subject: subject.kind,
          moment: query.asOf === undefined ? null : asOf.moment,
          ...countsOf(subject, { objectCount: timelineCount, versionCount }),
          memberCount,
        };
      }
      const control = new AbortController();
      const reading = abortable(database, control.signal);
      const whole = await readLog(reading, checkpoints.logKey, partitionId);
      const log = await logOf(reading, whole, { subject, isNow: query.asOf === undefined, upTo });
      const evidence: EvidenceRequest = {
        partitionId,
        partitionName: partition.partitionName ?? '',
        subject,
        asOf,
        isNow: query.asOf === undefined,
        upTo,
        language: query.language,
        madeDate,
        madeBy: { userId: caller.userId, name: caller.name || caller.username },
        ...log,
        sizeWhenMade: whole.size,
      };
      const arrivedMs = Date.now();
      const requireReader = async () =>
        requireStillReader(admission, request, partitionId, arrivedMs);
      const context = { limits, signal: control.signal };
      const content = new EvidenceContent(evidence, reading, context, requireReader);
      const verifier = await findVerifier();
      const sources = { database, queryable: reading, checkpoints, verifier, requireReader };
      const zip = zipOf(evidenceFiles(content, sources), new Date(madeDate));
      zip.once('close', () => control.abort());
      reply.header('content-disposition', `attachment; filename="${fileNameOf(evidence)}"`);
      return zip;
    },
  );
}

/** @throws Problem 400 for a moment that has not come */
function momentOf(query: QueryOf<typeof getEvidence>, madeDate: string): AsOf {
  if (query.asOf === undefined) {
    if (query.asHeld)
      throw badRequest('What was held is asked for of a moment.', [
        { path: 'query.asHeld', message: 'Give asOf beside it.' },
      ]);
    return { moment: madeDate, held: false };
  }
  if (epochMicros(query.asOf) > epochMicros(madeDate))
    throw badRequest('There is no evidence of the future.', [
      { path: 'query.asOf', message: 'Choose a moment that has passed.' },
    ]);
  return { moment: databaseMoment(query.asOf), held: query.asHeld ?? false };
}

/** @throws Problem 400 for a query that cannot be read, 404 for an object that was not there */
async function subjectOf(
  { objectId, query }: QueryOf<typeof getEvidence>,
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

function countsOf(
  subject: Subject,
  {
    objectCount = 0,
    versionCount = 0,
  }: { objectCount?: number | undefined; versionCount?: number | undefined },
) {
  switch (subject.kind) {
    case 'PARTITION':
      return {
        objectCount,
        versionCount,
        overLimit: objectCount > mostReportedObjects || versionCount > mostReportedVersions,
      };
    case 'OBJECT': {
      const { count } = subject.timeline;
      return { objectCount: 1, versionCount: count, overLimit: count > mostEvidenceVersions };
    }
    case 'SEARCH':
      return { objectCount: null, versionCount: null, overLimit: false };
  }
}

/**
 * The log that the proofs are in. That of a whole partition of the past ends with the moment, so that nobody is handed
 * what came later; unless values were erased since, whose receipts are later entries.
 */
async function logOf(
  database: Queryable,
  whole: LogSnapshot,
  { subject, isNow, upTo }: { subject: Subject; isNow: boolean; upTo: number },
): Promise<Pick<EvidenceRequest, 'log' | 'logIsLonger'>> {
  const now = { log: whole, logIsLonger: false };
  if (subject.kind !== 'PARTITION' || isNow) return now;
  const size = await findLogIndex(database, whole.logId, upTo + 1);
  if (size === undefined || size >= whole.size) return now;
  if (await isErasedSince(database, whole.logId, size)) return { log: whole, logIsLonger: true };
  return { log: await shorterLog(database, whole, size), logIsLonger: false };
}

/** Of ids and digits alone. */
const fileNameOf = ({ subject, partitionId, asOf }: EvidenceRequest): string => {
  const id = subject.kind === 'OBJECT' ? subject.timeline.timelineId : partitionId;
  return `evidence-${id}-${asOf.moment.slice(0, 19).replaceAll(/\D/g, '')}.zip`;
};
