import { useMemo } from 'react';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import type { ReadRecord } from '@annals/contracts/read-records';
import type { Page } from '../../platform/api/page.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import { ExportButtons } from '../../ui/list/ExportButtons.tsx';
import type { ListRequest } from '../../ui/list/list-request.ts';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState, type ListState } from '../../ui/list/useListState.ts';
import { LineSkeletons } from '../../ui/states/QueryPanel.tsx';
import { shownName } from '../../ui/ids/display-names.ts';
import { MomentInput } from '../../platform/time/MomentInput.tsx';
import { namedThingQuery } from '../named-things/named-ids.ts';
import { useMay } from '../permissions/my-permissions.ts';
import { UserPicker } from '../pickers/UserPicker.tsx';
import { readColumns, type ReadsAbout } from './read-columns.tsx';
import { readRecordingQuery, readsList, readsOfAllList } from './read-records.queries.ts';
import { useReadRecordTexts } from './read-records.texts.ts';
import { RecordedTimes } from './RecordedTimes.tsx';
import classes from './ReadRecords.module.css';

interface WhoLookedProps {
  partitionId: string;
  /** Only reads of this object. */
  timelineId?: string;
}

/** The recorded reads of a partition, or of one of its objects. */
export function WhoLooked({ partitionId, timelineId }: WhoLookedProps) {
  const t = useReadRecordTexts();
  const list = useListState(readsList);
  const fixed = { params: { partitionId }, query: timelineId === undefined ? {} : { timelineId } };
  const { data: recording, isPending } = useQuery(readRecordingQuery(partitionId));
  const isRecorded = recording === undefined || recording.periods.length > 0;
  const { user, from = '', to = '' } = list.state.filters;
  const mayFindUsers = useMay('users:read');
  const { data: named } = useQuery({
    ...namedThingQuery('userId', user ?? ''),
    enabled: user !== undefined,
  });
  // Whether there is a recording decides what stands above the list.
  if (isPending) return <LineSkeletons lines={8} />;
  return (
    <>
      {isRecorded && (
        <>
          <RecordedTimes partitionId={partitionId} />
          <div className={classes.filters}>
            {mayFindUsers && (
              <UserPicker
                label={t.who}
                placeholder={t.anyone}
                value={user === undefined ? null : { id: user, name: shownName(named?.name, user) }}
                onChange={(picked) => list.filters.set('user', picked?.id ?? '')}
              />
            )}
            <Period from={from} to={to} type={list.filters.type} />
          </div>
        </>
      )}
      <ReadsTable
        list={list}
        query={(request) => readsList.query(request, fixed)}
        about={timelineId === undefined ? 'partition' : 'object'}
        label={t.reads}
        filename="reads"
        none={
          isRecorded
            ? { title: t.none, hint: t.noneHint }
            : { title: t.notRecorded, hint: t.neverRecorded }
        }
      />
    </>
  );
}

/** The recorded reads of a user, in the partitions whose records the reader may see. */
export function WhatTheyLookedAt({ userId }: { userId: string }) {
  const t = useReadRecordTexts();
  const list = useListState(readsOfAllList);
  const { from = '', to = '' } = list.state.filters;
  return (
    <>
      <p className={classes.notRecorded}>{t.ofAllHint}</p>
      <div className={classes.filters}>
        <Period from={from} to={to} type={list.filters.type} />
      </div>
      <ReadsTable
        list={list}
        query={(request) => readsOfAllList.query(request, { query: { userId } })}
        about="user"
        label={t.whatTheyLookedAt}
        filename="reads-of-user"
        none={{ title: t.none, hint: t.ofAllHint }}
      />
    </>
  );
}

interface ReadsTableProps<Filter extends string, Key extends QueryKey> {
  list: ListState<Filter>;
  query: (
    request: ListRequest<Filter>,
  ) => UseQueryOptions<Page<ReadRecord>, Error, Page<ReadRecord>, Key>;
  about: ReadsAbout;
  label: string;
  filename: string;
  /** Shown if the list is empty. */
  none: { title: string; hint: string };
}

function ReadsTable<Filter extends string, Key extends QueryKey>({
  list,
  query,
  about,
  label,
  filename,
  none,
}: ReadsTableProps<Filter, Key>) {
  const t = useReadRecordTexts();
  const columns = useMemo(() => readColumns(t, about), [t, about]);
  return (
    <DataList
      list={list}
      query={useListQuery(query(list.request))}
      label={label}
      columns={columns}
      rowId={({ id }) => id}
      exports={
        <ExportButtons
          list={list}
          query={query}
          columns={columns}
          filename={filename}
          formats={['csv', 'xlsx', 'ndjson']}
        />
      }
      none={none}
    />
  );
}

interface PeriodProps {
  from: string;
  to: string;
  type: (name: 'from' | 'to', value: string) => void;
}

function Period({ from, to, type }: PeriodProps) {
  const t = useReadRecordTexts();
  return (
    <>
      <MomentInput
        label={t.from}
        value={from}
        onChange={(moment) => moment !== null && type('from', moment)}
      />
      <MomentInput
        label={t.to}
        day="end"
        value={to}
        onChange={(moment) => moment !== null && type('to', moment)}
      />
    </>
  );
}
