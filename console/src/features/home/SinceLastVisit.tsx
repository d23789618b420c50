import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { recentObjects } from '@annals/contracts/objects';
import { changesSince } from '@annals/contracts/partitions';
import { listUserSessions } from '@annals/contracts/user-administration';
import type { AnswerOf } from '../../platform/api/told.ts';
import { queryOf } from '../../platform/api/query.ts';
import { useAppState, usePersonKey } from '../../platform/api/state.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { LineSkeletons, QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { Moment } from '../../platform/time/Moment.tsx';
import { ExpandableEntry } from '../../domain/versions/ExpandableEntry.tsx';
import { VersionLine, VersionLines, VersionList } from '../../domain/versions/VersionLines.tsx';
import { continueVisit, previousVisit } from '../../domain/visits/last-visit.ts';
import { useHomeTexts } from './home.texts.ts';
import classes from './SinceLastVisit.module.css';

type ChangedPartition = AnswerOf<typeof changesSince>['data'][number];
type Operation = ChangedPartition['operations'][number];

/** The number of versions shown when an entry is expanded. */
const shownTogether = 10;

/** What others changed since the last visit; `since` is undefined if no earlier visit is known. */
export function useChangesSinceLastVisit() {
  const userId = useAppState((state) => state.user?.id);
  const roles = useQuery(rolesQuery());
  const offered = useCapability(changesSince) && userId !== undefined;
  const person = usePersonKey();
  const [visit] = useState(() => (person === undefined ? undefined : continueVisit(person)));
  const sessions = useQuery({
    ...queryOf(listUserSessions, { params: { userId: userId ?? '' } }),
    enabled: roles.isSuccess && offered,
  });
  const settled = roles.isSuccess && offered && !sessions.isLoading;
  const since = (settled && visit && previousVisit(visit, sessions.data?.data ?? [])) || undefined;
  const query = useQuery({
    ...queryOf(changesSince, { query: { since: since ?? '' } }),
    enabled: since !== undefined,
  });
  const waits = offered && (roles.isLoading || sessions.isLoading || query.isLoading);
  return { since, query, waits };
}

/** What others changed in the user's partitions since the last visit, grouped by operation. */
export function SinceLastVisit({
  since,
  query,
}: Pick<ReturnType<typeof useChangesSinceLastVisit>, 'since' | 'query'>) {
  const t = useHomeTexts();
  if (since === undefined) return null;
  return (
    <div className={classes.panel}>
      <QueryPanel title={t.sinceLastVisit} query={query} action={<Moment value={since} withDate />}>
        {({ data, hasMore }) => (
          <>
            {data.length === 0 && <p className={classes.quiet}>{t.nothingSince}</p>}
            {data.map((partition) => (
              <PartitionChanges key={partition.id} partition={partition} />
            ))}
            {hasMore && <PathLink to={pathTo('v1-partitions')}>{t.morePartitions}</PathLink>}
            <p className={classes.quiet}>{t.howLastVisitIsKnown}</p>
          </>
        )}
      </QueryPanel>
    </div>
  );
}

function PartitionChanges({ partition }: { partition: ChangedPartition }) {
  const t = useHomeTexts();
  const { id, partitionName, versionCount, hasMore, firstSequence, operations } = partition;
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={classes.partition}>
      <div className={classes.head}>
        <h3 id={headingId}>
          <PathLink to={pathTo('v1-partitions-partitionId', { partitionId: id })}>
            {partitionName}
          </PathLink>
        </h3>
        <PathLink to={recentPath(id, firstSequence)}>
          {t.changesFrom(versionCount, hasMore)}
        </PathLink>
      </div>
      <VersionList>
        {operations.map((operation) =>
          operation.kind !== 'CHANGE' ? (
            <TogetherEntry
              key={operation.lastSequence}
              partition={partition}
              operation={operation}
            />
          ) : (
            <VersionLine
              key={operation.lastSequence}
              version={versionOf(operation)}
              partitionId={id}
            />
          ),
        )}
      </VersionList>
    </section>
  );
}

const recentPath = (partitionId: string, sequence: number) =>
  pathTo('v1-partitions-partitionId-objects-recent', { partitionId }, { at: String(sequence) });

/** The summary of a version that is too large for the response. */
const versionOf = ({ version, objectId, date, userId, userName }: Operation) =>
  version ?? {
    id: objectId,
    modificationDate: date,
    modificationUserId: userId,
    modificationUserName: userName,
  };

interface TogetherEntryProps {
  partition: ChangedPartition;
  operation: Operation;
}

/** One entry for all versions of an import or a program; expanded, it shows the newest ones. */
function TogetherEntry({ partition, operation }: TogetherEntryProps) {
  const t = useHomeTexts();
  const { objectCount, userId, userName, date, firstSequence } = operation;
  // The oldest loaded version belongs to it, so there may be more.
  const isCut = partition.hasMore && firstSequence === partition.firstSequence;
  const labelOf = operation.kind === 'IMPORT' ? t.importOf : t.batchOf;
  return (
    <ExpandableEntry label={labelOf(objectCount, isCut, shownName(userName, userId))} date={date}>
      <VersionsTogether partitionId={partition.id} operation={operation} />
    </ExpandableEntry>
  );
}

function VersionsTogether({
  partitionId,
  operation: { versionCount, lastSequence },
}: {
  partitionId: string;
  operation: Operation;
}) {
  const t = useHomeTexts();
  const pageSize = Math.min(shownTogether, versionCount);
  const query = useQuery(
    queryOf(recentObjects, {
      params: { partitionId },
      query: { fromSequence: lastSequence, pageSize, withPredecessor: true },
    }),
  );
  if (query.error) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <LineSkeletons lines={pageSize} />;
  return (
    <>
      <VersionLines versions={query.data.data} partitionId={partitionId} />
      {versionCount > pageSize && (
        <PathLink to={recentPath(partitionId, lastSequence)}>{t.allOfThem}</PathLink>
      )}
    </>
  );
}
