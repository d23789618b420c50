import { useQueryClient } from '@tanstack/react-query';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { ifOffered } from '../../../platform/api/errors.ts';
import { invalidatePartition } from '../../../platform/api/query.ts';
import { ConfirmDialog } from '../../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { showUndo } from '../../../ui/feedback/undo.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { reasonInBody, undoReason } from '../../../domain/reasons/reason-in-body.ts';
import { useReason } from '../../../domain/reasons/useReason.tsx';
import { usePropose } from '../propose/usePropose.tsx';
import { firstReferencedByQuery } from '../shared/object.queries.ts';
import { useEditTexts } from './edit.texts.ts';
import { end, restore } from './object-writes.ts';
import { staleWrite } from './write-errors.ts';

interface EndTimelineProps {
  partitionId: string;
  latest: ObjectVersion;
  onClose: () => void;
}

/** The dialog that ends a timeline and shows what that affects. */
export function EndTimeline({ partitionId, latest, onClose }: EndTimelineProps) {
  const t = useEditTexts();
  const queryClient = useQueryClient();
  const reason = useReason();
  const title = titleOf(latest);
  const refresh = () => invalidatePartition(partitionId);
  const { propose, becauseOf, needsReason, dialog } = usePropose(partitionId, onClose);
  const because = becauseOf(latest.type ?? '');
  const isReasonRequired = needsReason(latest.type ?? '');
  const { timelineId = '', id: predecessorId } = latest;

  async function touches(): Promise<string[]> {
    const own = t.endReferences(latest.references?.length ?? 0);
    const query = firstReferencedByQuery(partitionId, latest.id, {});
    const pointing = await ifOffered(queryClient.fetchQuery(query));
    if (pointing === undefined) return [own];
    return [
      own,
      t.endReferencedBy(pointing.data.length, pointing.hasMore),
      ...pointing.data.map(({ name, object }) => `${titleOf(object)} (${name})`),
    ];
  }

  async function act(): Promise<ObjectVersion> {
    try {
      return await end(partitionId, latest, reasonInBody(reason.text));
    } catch (error) {
      if (!staleWrite(error)) throw error;
      await refresh();
      throw new Error(t.changedBeforeEnd, { cause: error });
    }
  }

  if (dialog) return dialog;
  return (
    <ConfirmDialog
      title={t.endTitle(title)}
      question={because === undefined ? t.endWhat : `${t.endWhat} ${because}`}
      touches={touches}
      confirm={t.end}
      failed={t.notEnded}
      danger
      details={reason.renderField(isReasonRequired)}
      mayAct={() => reason.isGiven(isReasonRequired)}
      act={act}
      instead={
        propose && {
          label: t.propose,
          isOnly: because !== undefined,
          run: () => propose({ operation: 'end', timelineId, predecessorId }, title, reason.text),
        }
      }
      onDone={(ended) => {
        void refresh();
        // A service that numbers its versions can also restore them.
        if (ended.sequence === undefined) showToast({ message: t.ended(title) });
        else
          showUndo(t.ended(title), async () => {
            await restore(partitionId, latest, ended, undoReason(reason.text, t.undoneBecause));
            await refresh();
          });
      }}
      onClose={onClose}
    />
  );
}
