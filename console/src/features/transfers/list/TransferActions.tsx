import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { revertImport } from '@annals/contracts/change-sets';
import { maximalOperations } from '@annals/contracts/transactions';
import { cancelTransfer, type Transfer, resumeTransfer } from '@annals/contracts/transfers';
import { getPartition } from '@annals/contracts/partitions';
import { call } from '../../../platform/api/call.ts';
import { queryOf } from '../../../platform/api/query.ts';
import { useAppState } from '../../../platform/api/state.ts';
import { ConfirmDialog } from '../../../ui/confirm/ConfirmDialog.tsx';
import { invalidateChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { useEvidenceTexts } from '../../../domain/evidence/evidence.texts.ts';
import { EvidenceJobActions } from '../../../domain/evidence/EvidenceJobActions.tsx';
import { showFailure, showToast } from '../../../ui/feedback/toasts.ts';
import { pathTo } from '../../../platform/links.ts';
import { fileStem } from '../../../platform/long-work/file-stem.ts';
import { useMay } from '../../../domain/permissions/my-permissions.ts';
import { importRuns, isBusy } from '../import/import-run.ts';
import { invalidateTransfers } from '../shared/transfer.queries.ts';
import classes from '../shared/transfers.module.css';
import { useTransferListTexts } from './transfer-list.texts.ts';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

/** A tab that sends rows reports more often than this. */
const silentMs = 30_000;

interface TransferActionsProps {
  transfer: Transfer;
  /** The time of the response, in milliseconds since 1970. */
  readAt: number;
}

/** The actions on a transfer for its starter and the owners of its partition. */
export function TransferActions({ transfer, readAt }: TransferActionsProps) {
  const t = useTransferListTexts();
  const router = useRouter();
  const userId = useAppState(({ user }) => user?.id);
  const writesAll = useMay('partitions:write-all');
  const { data: partition } = useQuery(
    queryOf(getPartition, { params: { partitionId: transfer.partitionId } }),
  );
  const importing = importRuns.useRun();
  const [asking, setAsking] = useState(false);
  const input = { params: { partitionId: transfer.partitionId, jobId: transfer.id } };
  const resume = useSingleMutation({
    mutationFn: () => call(resumeTransfer, input),
    onSuccess: () => void invalidateTransfers(),
    onError: (error) => showFailure(t.notResumed, error),
  });
  const isOwner = writesAll || partition?.role === 'OWNER';
  if (transfer.kind === 'EVIDENCE' && (isOwner || transfer.createdUserId === userId))
    return <EvidenceActions job={transfer} />;
  const isEditor = isOwner || partition?.role === 'EDITOR';
  const wrote = transfer.created + transfer.changed + transfer.ended;
  const undo = transfer.kind === 'IMPORT' &&
    transfer.state !== 'RUNNING' &&
    isEditor &&
    wrote > 0 && <UndoImport transfer={transfer} />;
  if (transfer.state === 'DONE' || (!isOwner && transfer.createdUserId !== userId)) return undo;
  // Two senders could write rows twice: while one is active, the transfer can only be cancelled.
  const isSent =
    (isBusy(importing) && importing?.transfer?.id === transfer.id) ||
    (transfer.state === 'RUNNING' && readAt - Date.parse(transfer.changedDate) < silentMs);
  const goOn = () =>
    router.history.push(pathTo('migrations', {}, { tab: 'import', run: transfer.id }));
  return (
    <span className={classes.line}>
      {undo}
      {transfer.kind === 'IMPORT' && !isSent && (
        <Button size="xs" variant="default" disabled={isBusy(importing)} onClick={goOn}>
          {t.resumeWithFile}
        </Button>
      )}
      {transfer.kind !== 'IMPORT' && transfer.state !== 'RUNNING' && isOwner && (
        <Button
          size="xs"
          variant="default"
          loading={resume.isPending}
          onClick={() => resume.mutate()}
        >
          {t.resume}
        </Button>
      )}
      {transfer.state === 'RUNNING' && (
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
          act={() => call(cancelTransfer, input)}
          onDone={() => {
            showToast({ message: t.cancelled });
            void invalidateTransfers();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  );
}

/** Takes back what an import wrote, with a change set that its rules apply to like to any other. */
function UndoImport({ transfer }: { transfer: Transfer }) {
  const t = useTransferListTexts();
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const { id: jobId, partitionId, fileName } = transfer;
  const isLarge = transfer.created + transfer.changed + transfer.ended > maximalOperations;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {t.undo}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t.undoTitle}
          question={isLarge ? t.undoPart(maximalOperations) : t.undoQuestion}
          confirm={t.undoConfirm}
          failed={t.notUndone}
          act={() =>
            call(revertImport, {
              params: { partitionId, jobId },
              body: { title: t.titleOfUndo(fileName ?? '').slice(0, 200) },
            })
          }
          onDone={({ id: changeSetId }) => {
            void invalidateChangeSets(partitionId);
            router.history.push(
              pathTo('v1-partitions-partitionId-change-sets-changeSetId', {
                partitionId,
                changeSetId,
              }),
            );
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function EvidenceActions({ job }: { job: Transfer }) {
  const t = useEvidenceTexts();
  const day = (job.evidence?.asOf ?? job.createdDate).slice(0, 10);
  const stem = fileStem(job.partitionName ?? '', job.partitionId);
  return (
    <span className={classes.line}>
      <EvidenceJobActions job={job} fileName={`${t.fileName}-${stem}-${day}.zip`} />
    </span>
  );
}
