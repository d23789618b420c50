import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Job, jobKinds, jobStates } from '@annals/contracts/moves';
import { shortenId } from '../../../shared/ids/shorten-id.ts';
import { pathTo } from '../../../shared/links.ts';
import { DataList } from '../../../shared/list/DataList.tsx';
import type { ListColumn, ListFilter } from '../../../shared/list/list-columns.ts';
import { useListQuery } from '../../../shared/list/useListQuery.ts';
import { useListState } from '../../../shared/list/useListState.ts';
import { oneOf, type PlainSearch } from '../../../shared/search.ts';
import { wordFor } from '../../../shared/states/word-for.ts';
import { Moment } from '../../../shared/time/Moment.tsx';
import { jobsList, jobsQuery } from '../migrations.queries.ts';
import { JobProgress } from './JobProgress.tsx';
import { JobState } from './JobState.tsx';
import { outcomesOf } from './outcomes.ts';
import { RunDetail } from './RunDetail.tsx';
import { type RunTexts, useRunTexts } from './runs.texts.ts';

/** The moves there were and those going on; with a run in the address that one. */
export function RunsTab() {
  const search: PlainSearch = useLocation({ select: (location) => location.search });
  const jobId = oneOf(search['run']);
  return jobId === undefined ? <Runs /> : <RunDetail key={jobId} jobId={jobId} />;
}

function Runs() {
  const t = useRunTexts();
  const list = useListState(jobsList);
  const jobs = useListQuery(jobsQuery(list.request));
  const columns = useMemo(() => columnsOf(t), [t]);
  const filters = useMemo(() => filtersOf(t), [t]);
  return (
    <DataList
      list={list}
      query={jobs}
      label={t.runs}
      columns={columns}
      filters={filters}
      rowId={(job) => job.id}
      rowPath={({ id }) => pathTo('migrations', {}, { tab: 'runs', run: id })}
      none={{ title: t.none, hint: t.noneHint }}
      notOffered={t.notOffered}
    />
  );
}

function filtersOf(t: RunTexts): ListFilter<Job, 'kind' | 'state'>[] {
  return [
    {
      name: 'kind',
      label: t.kind,
      any: t.anyKind,
      options: jobKinds.map((kind) => ({ value: kind, label: wordFor(t.kinds, kind) })),
      matches: (job, kind) => job.kind === kind,
    },
    {
      name: 'state',
      label: t.state,
      any: t.anyState,
      options: jobStates.map((state) => ({ value: state, label: wordFor(t.states, state) })),
      matches: (job, state) => job.state === state,
    },
  ];
}

function columnsOf(t: RunTexts): ListColumn<Job>[] {
  return [
    {
      id: 'partitionName',
      header: t.partition,
      value: (job) => job.partitionName,
      cell: (job) => job.partitionName ?? shortenId(job.partitionId),
    },
    {
      id: 'kind',
      header: t.kind,
      value: (job) => wordFor(t.kinds, job.kind),
      cell: (job) => wordFor(t.kinds, job.kind),
      width: '120px',
    },
    {
      id: 'state',
      header: t.state,
      value: (job) => wordFor(t.states, job.state),
      cell: ({ state }) => <JobState state={state} />,
      width: '140px',
    },
    {
      id: 'done',
      header: t.progress,
      value: (job) => job.done,
      cell: (job) => <JobProgress job={job} />,
      width: '180px',
    },
    {
      id: 'result',
      header: t.result,
      value: (job) => outcomesOf(job, t).join(', '),
      cell: (job) => outcomesOf(job, t).join(', '),
      width: '24%',
    },
    {
      id: 'createdUserName',
      header: t.by,
      value: (job) => job.createdUserName,
      cell: (job) => job.createdUserName ?? shortenId(job.createdUserId),
      width: '160px',
    },
    {
      id: 'createdDate',
      header: t.started,
      value: (job) => job.createdDate,
      cell: ({ createdDate }) => <Moment value={createdDate} />,
      width: '150px',
    },
    {
      id: 'endedDate',
      header: t.ended,
      value: (job) => job.endedDate,
      cell: ({ endedDate }) => <Moment value={endedDate} />,
      width: '150px',
      hiddenAtFirst: true,
    },
  ];
}
