import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Job, jobKinds, jobStates } from '@annals/contracts/moves';
import { shortenId } from '../../../shared/ids/shorten-id.ts';
import { pathTo } from '../../../shared/links.ts';
import { date, derived, text } from '../../../shared/list/columns.tsx';
import { DataList } from '../../../shared/list/DataList.tsx';
import type { ListColumn, ListFilter } from '../../../shared/list/list-columns.ts';
import { useListQuery } from '../../../shared/list/useListQuery.ts';
import { useListState } from '../../../shared/list/useListState.ts';
import { oneOf, type PlainSearch } from '../../../shared/search.ts';
import { wordFor } from '../../../shared/states/word-for.ts';
import { jobsList, jobsQuery } from '../shared/jobs.queries.ts';
import { JobProgress, JobState, outcomesOf } from './JobSummary.tsx';
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
    text('partitionName', t.partition, {
      render: (job) => job.partitionName ?? shortenId(job.partitionId),
    }),
    derived('kind', t.kind, (job) => wordFor(t.kinds, job.kind), { width: '120px' }),
    derived('state', t.state, (job) => wordFor(t.states, job.state), {
      render: ({ state }) => <JobState state={state} />,
      width: '140px',
    }),
    text('done', t.progress, { render: (job) => <JobProgress job={job} />, width: '180px' }),
    derived('result', t.result, (job) => outcomesOf(job, t).join(', '), { width: '24%' }),
    text('createdUserName', t.by, {
      render: (job) => job.createdUserName ?? shortenId(job.createdUserId),
      width: '160px',
    }),
    date('createdDate', t.started, { width: '150px' }),
    date('endedDate', t.ended, { width: '150px', hiddenAtFirst: true }),
  ];
}
