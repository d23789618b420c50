import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '@annals/contracts/endpoint';
import type { getJob } from '@annals/contracts/moves';
import { isNoSuchThing } from '../../../api/errors.ts';
import { Id } from '../../../shared/ids/Id.tsx';
import { shortenId } from '../../../shared/ids/shorten-id.ts';
import { pathTo } from '../../../shared/links.ts';
import { PathLink } from '../../../shared/page/PathLink.tsx';
import { useServiceText } from '../../../shared/service-messages/service-text.ts';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Facts } from '../../../shared/states/Facts.tsx';
import { QueryPanel } from '../../../shared/states/QueryPanel.tsx';
import { wordFor } from '../../../shared/states/word-for.ts';
import { Moment } from '../../../shared/time/Moment.tsx';
import { jobQuery } from '../shared/jobs.queries.ts';
import { RowTable } from '../shared/RowTable.tsx';
import classes from '../shared/transfers.module.css';
import { JobProgress, JobState, outcomesOf } from './JobSummary.tsx';
import { RunActions } from './RunActions.tsx';
import { useRunTexts } from './runs.texts.ts';

type JobDetail = ResponseOf<typeof getJob>;

/** One run: how far it is, what it did, which rows were refused, and what can be done about it. */
export function RunDetail({ jobId }: { jobId: string }) {
  const t = useRunTexts();
  const said = useServiceText();
  const query = useQuery(jobQuery(jobId));
  if (query.data === undefined && isNoSuchThing(query.error))
    return (
      <>
        <BackToAll />
        <EmptyState title={t.noSuch} hint={t.noSuchHint} />
      </>
    );
  return (
    <div className={classes.panels}>
      <BackToAll />
      <QueryPanel
        title={query.data ? wordFor(t.kinds, query.data.kind) : t.runs}
        query={query}
        lines={8}
        beside={stateOf}
        action={query.data && <RunActions job={query.data} readAt={query.dataUpdatedAt} />}
      >
        {(job) => (
          <>
            {job.error !== null && (
              <div role="alert" className={classes.failure}>
                <strong>{t.failedBecause}</strong>
                <p>{said(job.error)}</p>
              </div>
            )}
            {job.kind === 'IMPORT' && job.state === 'RUNNING' && (
              <p className={classes.hint}>{t.waits}</p>
            )}
            <Facts facts={factsOf(job, t)} />
          </>
        )}
      </QueryPanel>
      {query.data && query.data.refusals.length > 0 && <Refusals job={query.data} />}
    </div>
  );
}

const stateOf = ({ state }: JobDetail) => <JobState state={state} />;

function BackToAll() {
  const t = useRunTexts();
  return (
    <PathLink to={pathTo('migrations', {}, { tab: 'runs' })} className={classes.back}>
      <IconArrowLeft size={16} stroke={1.75} aria-hidden />
      {t.all}
    </PathLink>
  );
}

function factsOf(job: JobDetail, t: ReturnType<typeof useRunTexts>) {
  const { partitionId, partitionName, fromPartitionId, fromPartitionName } = job;
  const partition = (id: string, name: string | null | undefined) =>
    name ? (
      <PathLink to={pathTo('v1-partitions-partitionId', { partitionId: id })}>{name}</PathLink>
    ) : (
      t.unknownPartition
    );
  return [
    [t.partition, partition(partitionId, partitionName)],
    ...(fromPartitionId ? [[t.from, partition(fromPartitionId, fromPartitionName)] as const] : []),
    ...(job.fileName ? [[t.file, job.fileName] as const] : []),
    ...(job.fileHash ? [[t.hash, <Id key="hash" value={job.fileHash} />] as const] : []),
    [t.progress, <JobProgress key="progress" job={job} />],
    [t.result, outcomesOf(job, t).join(', ')],
    [t.by, job.createdUserName ?? shortenId(job.createdUserId)],
    ...(job.resumedUserId
      ? [[t.resumedBy, job.resumedUserName ?? shortenId(job.resumedUserId)] as const]
      : []),
    [t.started, <Moment key="started" value={job.createdDate} absolute />],
    [t.changed, <Moment key="changed" value={job.changedDate} absolute />],
    [t.ended, <Moment key="ended" value={job.endedDate} absolute />],
  ] as const;
}

function Refusals({ job: { refused, refusals } }: { job: JobDetail }) {
  const t = useRunTexts();
  return (
    <RowTable
      title={t.refusals}
      beside={refused > refusals.length && t.firstRefusals(refusals.length)}
      head={[t.row, t.code, t.why]}
      // The service counts from 0, people from 1.
      lines={refusals.map(({ row, code, message }) => [row + 1, code, message])}
      renderKind={(code) => <code>{code}</code>}
      download={t.download}
      filename="refused-rows"
    />
  );
}
