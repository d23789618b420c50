import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { getKeptEvidence, removeEvidence } from '@annals/contracts/evidence';
import { getTransfer, listTransfers, type Transfer } from '@annals/contracts/transfers';
import { call, callForFile } from '../../platform/api/call.ts';
import { invalidate } from '../../platform/api/query.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { downloadBlob } from '../../platform/downloads.ts';
import { showFailure, showToast } from '../../ui/feedback/toasts.ts';
import { useEvidenceTexts } from './evidence.texts.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

interface EvidenceJobActionsProps {
  job: Transfer;
  /** The name of the downloaded file. */
  fileName: string;
}

/** Downloads or removes the file of a job, or cancels a running job. */
export function EvidenceJobActions({ job, fileName }: EvidenceJobActionsProps) {
  const t = useEvidenceTexts();
  const [asking, setAsking] = useState(false);
  const [bytes, setBytes] = useState(0);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const input = { params: { partitionId: job.partitionId, jobId: job.id } };
  const saving = useSingleMutation({
    mutationFn: async () => {
      control.current = new AbortController();
      setBytes(0);
      const { signal } = control.current;
      downloadBlob(
        fileName,
        await callForFile(getKeptEvidence, input, { signal, onBytes: setBytes }),
      );
    },
    onSuccess: () => showToast({ message: t.saved(fileName) }),
    onError: (error) => {
      if (control.current?.signal.aborted) return;
      showFailure(t.notSaved, error);
      void invalidateJobs();
    },
  });
  const isRunning = job.state === 'RUNNING';
  if (!isRunning && job.fileBytes == null) return null;
  return (
    <>
      {!isRunning && (
        <Button size="xs" disabled={saving.isPending} onClick={() => saving.mutate()}>
          {saving.isPending ? t.receivedShort(bytes) : t.download}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {isRunning ? t.cancel : t.remove}
      </Button>
      {asking && (
        <ConfirmDialog
          title={isRunning ? t.cancelTitle : t.removeTitle}
          question={isRunning ? t.cancelQuestion : t.removeQuestion}
          confirm={isRunning ? t.cancelJob : t.remove}
          failed={t.notRemoved}
          act={async () => call(removeEvidence, input)}
          onDone={() => void invalidateJobs()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const invalidateJobs = () => invalidate(getKeptEvidence, getTransfer, listTransfers);
