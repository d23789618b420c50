import { Button } from '@mantine/core';
import { useState } from 'react';
import { latestObject } from '@annals/contracts/objects';
import { call } from '../../../platform/api/call.ts';
import { invalidatePartition } from '../../../platform/api/query.ts';
import { diffVersions, isUnchanged } from '@annals/rules/version-diff/diff-versions';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { VersionDiff } from '../../../ui/diff/VersionDiff.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { showUndo } from '../../../ui/feedback/undo.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { reasonInBody, undoReason } from '../../../domain/reasons/reason-in-body.ts';
import { useReason } from '../../../domain/reasons/useReason.tsx';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import { usePropose } from '../propose/usePropose.tsx';
import { TargetLink } from '../shared/TargetLink.tsx';
import { useEditTexts } from './edit.texts.ts';
import { ErasedNotice } from './ErasedNotice.tsx';
import { restore } from './object-writes.ts';
import classes from './ObjectForm.module.css';
import { staleWrite } from './write-errors.ts';
import { useSingleMutation } from '../../../ui/forms/useSingleMutation.ts';

interface RestoreVersionProps {
  partitionId: string;
  /** The version to restore. */
  version: ObjectVersion;
  latest: ObjectVersion;
  onClose: () => void;
  onRestored: (version: ObjectVersion) => void;
}

/** The dialog that restores an old version: it shows the changes against the newest one. */
export function RestoreVersion({
  partitionId,
  version,
  latest,
  onClose,
  onRestored,
}: RestoreVersionProps) {
  const t = useEditTexts();
  // Updated when another user writes while the dialog is open.
  const [head, setHead] = useState(latest);
  const reason = useReason();
  const refresh = () => invalidatePartition(partitionId);
  const restoring = useSingleMutation({
    mutationFn: () => restore(partitionId, version, head, reasonInBody(reason.text)),
    onSuccess: (restored) => {
      void refresh();
      const message = t.restored(titleOf(version), version.modificationCount ?? 0);
      // No undo for a timeline that had ended: it would take another end, not a restore.
      if (head.endedDate || restored.sequence === undefined) showToast({ message });
      else
        showUndo(message, async () => {
          await restore(partitionId, head, restored, undoReason(reason.text, t.undoneBecause));
          await refresh();
        });
      onRestored(restored);
    },
    onError: async (error) => {
      const stale = staleWrite(error);
      if (stale) setHead(stale.current ?? (await newest()));
    },
  });
  const newest = () =>
    call(latestObject, { params: { partitionId, timelineId: latest.timelineId ?? '' } });
  const { propose, becauseOf, needsReason, dialog } = usePropose(partitionId, onClose);
  const because = becauseOf(latest.type ?? '');
  const isReasonRequired = needsReason(latest.type ?? '');
  const proposeRestore = () => {
    const { timelineId = '', id: predecessorId } = head;
    const operation = { operation: 'restore' as const, timelineId, objectId: version.id };
    propose?.({ ...operation, predecessorId }, titleOf(head), reason.text);
  };
  const overtaken = head.id !== latest.id;
  const ended = Boolean(head.endedDate);
  const now = contentOf(head);
  const then = contentOf(version);
  const { erased } = version;
  // The service writes the old content again, with null for erased values.
  const written = { ...then, erased: null };
  const same = [then, written].some((next) => isUnchanged(diffVersions(now, next)));
  const count = version.modificationCount;
  return (
    <Dialog
      title={ended ? t.restoreEndedTitle(titleOf(head)) : t.restoreTitle(titleOf(head), count ?? 0)}
      onClose={() => !restoring.isPending && onClose()}
      size="min(960px, 96vw)"
    >
      <div className={classes.form}>
        {overtaken && (
          <Notice role="alert">
            {t.restoreOvertaken(
              head.modificationCount ?? 0,
              head.modificationUserName ?? t.someone,
            )}
          </Notice>
        )}
        <p className={classes.text}>{ended ? t.restoreEndedWhat : t.restoreWhat}</p>
        {!same && erased && erased.length > 0 && (
          <ErasedNotice data={version.objectData} erased={erased} says={t.erasedNotRestored} />
        )}
        {same ? (
          <p className={classes.none}>{ended ? t.restoreSameEnded : t.restoreSame}</p>
        ) : (
          <VersionDiff
            older={now}
            newer={written}
            labels={[t.now, t.afterRestore]}
            renderTarget={(timelineId) => (
              <TargetLink partitionId={partitionId} timelineId={timelineId} />
            )}
          />
        )}
        {(!same || ended) && reason.renderField(isReasonRequired)}
        {restoring.error && !staleWrite(restoring.error) && (
          <ErrorPanel title={t.notRestored} error={restoring.error} />
        )}
        {because !== undefined && <Notice>{because}</Notice>}
        <div className={classes.buttons}>
          <Button variant="default" data-autofocus disabled={restoring.isPending} onClick={onClose}>
            {t.cancel}
          </Button>
          {propose && (
            <Button
              variant={because === undefined ? 'default' : 'filled'}
              disabled={restoring.isPending || (same && !ended)}
              onClick={proposeRestore}
            >
              {t.propose}
            </Button>
          )}
          {because === undefined && (
            <Button
              loading={restoring.isPending}
              disabled={same && !ended}
              onClick={() => reason.isGiven(isReasonRequired) && restoring.mutate()}
            >
              {ended ? t.restoreAndContinue : t.restore}
            </Button>
          )}
        </div>
        {dialog}
      </div>
    </Dialog>
  );
}

function contentOf({ objectData = {}, references = [], erased }: ObjectVersion) {
  return { objectData, references, erased };
}
