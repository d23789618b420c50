import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { cancelJob, type Job, resumeJob } from '@annals/contracts/moves';
import { getPartition } from '@annals/contracts/partitions';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query.ts';
import { useAppState } from '../../../api/state.ts';
import { ConfirmDialog } from '../../../shared/confirm/ConfirmDialog.tsx';
import { showFailure, showToast } from '../../../shared/feedback/toasts.ts';
import { pathTo } from '../../../shared/links.ts';
import { useMay } from '../../../shared/permissions/my-permissions.ts';
import { importRuns, isBusy } from '../import/import-run.ts';
import { invalidateJobs } from '../shared/jobs.queries.ts';
import classes from '../shared/transfers.module.css';
import { useRunTexts } from './runs.texts.ts';

/** A tab that sends rows is heard of more often than this. */
const silentMs = 30_000;

interface RunActionsProps {
  job: Job;
  /** When the job was read, in milliseconds since 1970. */
  readAt: number;
}

/** What whoever started a run, or an owner of its partition, can do about it. */
export function RunActions({ job, readAt }: RunActionsProps) {
  const t = useRunTexts();
  const router = useRouter();
  const userId = useAppState(({ user }) => user?.id);
  const writesAll = useMay('partitions:write-all');
  const { data: partition } = useQuery(
    queryOf(getPartition, { params: { partitionId: job.partitionId } }),
  );
  const importing = importRuns.useRun();
  const [asking, setAsking] = useState(false);
  const input = { params: { partitionId: job.partitionId, jobId: job.id } };
  const resume = useMutation({
    mutationFn: () => call(resumeJob, input),
    onSuccess: () => void invalidateJobs(),
    onError: (error) => showFailure(t.notResumed, error),
  });
  const isOwner = writesAll || partition?.role === 'OWNER';
  if (job.state === 'DONE' || (!isOwner && job.createdUserId !== userId)) return null;
  // Two who send the same rows could write some of them twice: as long as somebody does, it can only be cancelled.
  const isSent =
    (isBusy(importing) && importing?.job?.id === job.id) ||
    (job.state === 'RUNNING' && readAt - Date.parse(job.changedDate) < silentMs);
  const goOn = () => router.history.push(pathTo('migrations', {}, { tab: 'import', run: job.id }));
  return (
    <span className={classes.line}>
      {job.kind === 'IMPORT' && !isSent && (
        <Button size="xs" variant="default" disabled={isBusy(importing)} onClick={goOn}>
          {t.resumeWithFile}
        </Button>
      )}
      {job.kind !== 'IMPORT' && job.state !== 'RUNNING' && isOwner && (
        <Button
          size="xs"
          variant="default"
          loading={resume.isPending}
          onClick={() => resume.mutate()}
        >
          {t.resume}
        </Button>
      )}
      {job.state === 'RUNNING' && (
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {t.cancel}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={t.cancelTitle}
          question={t.cancelQuestion}
          confirm={t.cancel}
          failed={t.notCancelled}
          act={() => call(cancelJob, input)}
          onDone={() => {
            showToast({ message: t.cancelled });
            void invalidateJobs();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  );
}
