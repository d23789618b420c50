import {
  getEvidence,
  largeEvidenceVersions,
  largePartitionVersions,
  maxEvidenceVersions,
  maxReportedObjects,
  maxReportedVersions,
} from '@annals/contracts/evidence';
import type { Database, Queryable } from '@annals/kit/database/queryable';
import { databaseNow } from '@annals/kit/database/database-moment';
import { tooManyRequests } from '@annals/kit/limits/request-limits';
import type { Mount } from '@annals/kit/mount';
import { requireStillReader, type Admission } from '../members/member-access.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { searchAsOf } from '../search/as-of-search.ts';
import type { SearchContext, SearchLimits } from '../search/search-limits.ts';
import { lastIdUntil } from '../versions/timestamps.ts';
import { showing } from '../versions/shown-versions.ts';
import { isAccessKnown } from './evidence-content.ts';
import { accessFor, type FindAccess } from './evidence-access.ts';
import type { EvidenceProcesses } from './evidence-process.ts';
import type { EvidenceTurns } from './evidence-turns.ts';
import {
  fileNameOf,
  findEvidence,
  describeEvidenceRequest,
  requestOf,
  shownInEvidence,
  type FoundEvidence,
} from './evidence-request.ts';
import { countMembers, listTimelines } from './evidence.sql.ts';

export interface EvidenceOptions {
  database: Database;
  limits: SearchLimits;
  /** Checks access, repeatedly while evidence is created. */
  admission: Admission;
  processes: EvidenceProcesses;
  turns: EvidenceTurns;
  /** Undefined if roles are unknown here. */
  findAccess: FindAccess | undefined;
  trail: AuditTrail;
}

export function mountEvidence(
  mount: Mount,
  { database, limits, admission, processes, turns, findAccess, trail }: EvidenceOptions,
): void {
  mount(
    getEvidence,
    async ({ params: { partitionId }, query, caller, request, reply, ...call }) => {
      const { queryable, signal } = call;
      const by = { userId: caller.userId, name: caller.name || caller.username };
      const access = accessFor(findAccess, caller, partitionId);
      const asking = { partitionId, by, date: await databaseNow(queryable), access };
      const found = await findEvidence(queryable, query, asking, { limits, signal });
      if (!call.acceptsStream) {
        const { subject, asOf } = found;
        const { createdDate: accessKnownSince } = found.partition;
        const members = isAccessKnown({ asOf, accessKnownSince })
          ? { memberCount: await countMembers(queryable, partitionId, asOf.moment) }
          : { memberCount: null, knownSince: accessKnownSince };
        return {
          subject: subject.kind,
          moment: query.asOf === undefined ? null : asOf.moment,
          ...(await countsOf(queryable, found, { limits, signal })),
          ...members,
        };
      }
      const evidence = await requestOf(queryable, found);
      await database.transaction(async (transaction) =>
        trail.record(transaction, { caller, request }, partitionId, {
          action: 'evidence.requested',
          after: describeEvidenceRequest(found.subject.kind, query),
        }),
      );
      const arrivedMs = Date.now();
      const requireReader = async () =>
        requireStillReader(admission, request, partitionId, arrivedMs);
      const turn = await turns.wait(caller.userId, signal);
      const control = new AbortController();
      const end = () => {
        control.abort();
        void turn.release();
      };
      try {
        const zip = await processes.create(evidence, {
          query: (statement, name) => database.queryUnparsed(statement, name, control.signal),
          requireReader,
          signal,
          id: request.id,
        });
        turn.lost.addEventListener('abort', () => zip.destroy(tooManyRequests));
        zip.once('close', end);
        reply.header('content-disposition', `attachment; filename="${fileNameOf(evidence)}"`);
        return showing(zip, [shownInEvidence(query)]);
      } catch (error) {
        end();
        throw error;
      }
    },
  );
}

async function countsOf(
  queryable: Queryable,
  { subject, partition, asking, asOf }: FoundEvidence,
  context: SearchContext,
) {
  switch (subject.kind) {
    case 'PARTITION': {
      const { timelineCount: objectCount, versionCount } = partition;
      return {
        objectCount,
        versionCount,
        overLimit: objectCount > maxReportedObjects || versionCount > maxReportedVersions,
        large: versionCount > largePartitionVersions,
      };
    }
    case 'OBJECT': {
      const { count } = subject.timeline;
      return {
        objectCount: 1,
        versionCount: count,
        overLimit: count > maxEvidenceVersions,
        large: count > largeEvidenceVersions,
      };
    }
    case 'SEARCH': {
      // Counted as far as one step of the search reaches.
      const range = { asOf, below: lastIdUntil(asOf.moment), most: searchBatchSize };
      const { partitionId } = asking;
      const step = await searchAsOf(queryable, partitionId, subject.search, range, context);
      const numbers = step.found.map(({ seq }) => seq);
      const found = await listTimelines(queryable, partitionId, numbers);
      const versions = found.reduce((sum, { count }) => sum + count, 0);
      const large = step.last !== undefined || versions > largeEvidenceVersions;
      return { objectCount: null, versionCount: null, overLimit: false, large };
    }
  }
}

const searchBatchSize = 200;
