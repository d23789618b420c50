import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Fragment, useId, useState } from 'react';
import { recentObjects } from '@annals/contracts/objects';
import { changesSince } from '@annals/contracts/partitions';
import type { AnswerOf } from '../../platform/api/told.ts';
import { queryOf } from '../../platform/api/query.ts';
import { showFailure } from '../../ui/feedback/toasts.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { QueryPanel, QueryStates } from '../../ui/states/QueryPanel.tsx';
import { Moment } from '../../platform/time/Moment.tsx';
import { isAfter } from '../../platform/time/moments.ts';
import { ExpandableEntry } from '../../domain/versions/ExpandableEntry.tsx';
import { VersionLine, VersionLines, VersionList } from '../../domain/versions/VersionLines.tsx';
import { markRead, visitQuery } from '../../domain/visits/visit.queries.ts';
import { useHomeTexts } from './home.texts.ts';
import classes from './SinceLastVisit.module.css';

type ChangedPartition = AnswerOf<typeof changesSince>['data'][number];
type Operation = ChangedPartition['operations'][number];

/** The number of versions shown when an entry is expanded. */
const shownTogether = 10;

/** What others changed in the user's partitions, from the last visit or from where they have read up to. */
export function useChangesSinceLastVisit() {
  const roles = useQuery(rolesQuery());
  const isOffered = useCapability(changesSince);
  const visit = useQuery({ ...visitQuery, enabled: isOffered && roles.isSuccess });
  const [isOpenedAgain, setOpenedAgain] = useState(false);
  const { previousDate = null, readDate = null, readBeforeDate = null } = visit.data ?? {};
  const readFrom = readBeforeDate ?? previousDate;
  const since = (isOpenedAgain ? readFrom : (readDate ?? previousDate)) ?? undefined;
  const query = useQuery({
    ...queryOf(changesSince, { query: { since: since ?? '' } }),
    enabled: since !== undefined,
    placeholderData: keepPreviousData,
  });
  return {
    since,
    /** From where the shown changes begin. */
    from:
      since === previousDate
        ? ('lastVisit' as const)
        : isOpenedAgain
          ? ('readBefore' as const)
          : ('read' as const),
    readDate,
    query,
    /** Shows again what was marked as read; absent without anything to show. */
    openAgain:
      readDate !== null && readFrom !== null && !isOpenedAgain
        ? () => setOpenedAgain(true)
        : undefined,
    isOpenedAgain,
    close: () => setOpenedAgain(false),
    waits: isOffered && (roles.isLoading || visit.isLoading || query.isLoading),
  };
}

type ShownChanges = Omit<ReturnType<typeof useChangesSinceLastVisit>, 'waits'>;

/**
 * What others changed in the user's partitions since the last visit, grouped by operation. The service remembers up to
 * when the user has read.
 */
export function SinceLastVisit({
  since,
  from,
  readDate,
  query,
  openAgain,
  isOpenedAgain,
  close,
}: ShownChanges) {
  const t = useHomeTexts();
  const read = useMutation({
    mutationFn: markRead,
    onSuccess: close,
    onError: (error) => showFailure(t.notMarkedRead, error),
  });
  if (since === undefined) return null;
  const newest = newestDate(query.data?.data ?? []);
  const isUnread = newest !== undefined && (readDate === null || isAfter(newest, readDate));
  return (
    <div className={classes.panel}>
      <QueryPanel
        title={t.changedSince[from]}
        query={query}
        action={
          <span className={classes.since}>
            <Moment value={since} withDate />
            {isUnread ? (
              <Button
                size="xs"
                variant="default"
                loading={read.isPending}
                onClick={() => read.mutate(newest)}
              >
                {query.data?.hasMore ? t.markAllRead : t.markRead}
              </Button>
            ) : isOpenedAgain ? (
              <Button size="xs" variant="default" onClick={close}>
                {t.hideRead}
              </Button>
            ) : (
              openAgain && (
                <Button size="xs" variant="default" onClick={openAgain}>
                  {t.showRead}
                </Button>
              )
            )}
          </span>
        }
      >
        {({ data, hasMore }) => (
          <>
            {data.length === 0 && <p className={classes.quiet}>{t.nothingSince}</p>}
            {data.map((partition) => (
              <PartitionChanges key={partition.id} partition={partition} readDate={readDate} />
            ))}
            {hasMore && (
              <p className={classes.more}>
                <PathLink to={pathTo('v1-partitions')}>{t.morePartitions}</PathLink>
                {/* The service remembers one moment for all of them. */}
                {isUnread && <span>{t.markedToo}</span>}
              </p>
            )}
          </>
        )}
      </QueryPanel>
    </div>
  );
}

/** When the newest of the shown changes was stored. */
function newestDate(partitions: readonly ChangedPartition[]): string | undefined {
  let newest: string | undefined;
  for (const { date } of partitions.flatMap(({ operations }) => operations))
    if (newest === undefined || isAfter(date, newest)) newest = date;
  return newest;
}

interface PartitionChangesProps {
  partition: ChangedPartition;
  /** Up to when the user has read. */
  readDate: string | null;
}

function PartitionChanges({ partition, readDate }: PartitionChangesProps) {
  const t = useHomeTexts();
  const { id, partitionName, versionCount, hasMore, firstSequence, operations } = partition;
  const headingId = useId();
  const firstRead = operations.findIndex(
    ({ date }) => readDate !== null && !isAfter(date, readDate),
  );
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
        {operations.map((operation, index) => (
          <Fragment key={operation.lastSequence}>
            {index === firstRead && (
              <li className={classes.read}>
                {t.readUpTo} <Moment value={readDate} absolute />
              </li>
            )}
            {operation.kind === 'CHANGE' ? (
              <VersionLine version={versionOf(operation)} partitionId={id} />
            ) : (
              <TogetherEntry partition={partition} operation={operation} />
            )}
          </Fragment>
        ))}
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
  return (
    <QueryStates query={query} lines={pageSize}>
      {({ data }) => (
        <>
          <VersionLines versions={data} partitionId={partitionId} />
          {versionCount > pageSize && (
            <PathLink to={recentPath(partitionId, lastSequence)}>{t.allOfThem}</PathLink>
          )}
        </>
      )}
    </QueryStates>
  );
}
