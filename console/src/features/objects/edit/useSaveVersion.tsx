import { type ReactNode, useState } from 'react';
import { latestObject } from '@annals/contracts/objects';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { call } from '../../../platform/api/call.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { reasonInBody } from '../../../domain/reasons/reason-in-body.ts';
import { useReason } from '../../../domain/reasons/useReason.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { usePropose } from '../propose/usePropose.tsx';
import { useEditTexts } from './edit.texts.ts';
import type { WrittenObject } from './object-draft.ts';
import { useWriteVersion } from './object-writes.ts';
import { staleWrite } from './write-errors.ts';

/** Content that could not be saved, because another user wrote a version in between. */
export interface VersionConflict {
  /** The version that the content is based on. */
  readonly base: ObjectVersion;
  readonly theirs: ObjectVersion;
  readonly mine: WrittenObject;
}

/** What was entered before the form opens. */
export interface VersionStart {
  readonly content: WrittenObject;
  readonly reason: string;
  readonly conflict: VersionConflict | undefined;
}

interface SaveVersionInput {
  partitionId: string;
  /** The newest version, which the new one follows. */
  latest: ObjectVersion;
  start?: VersionStart | undefined;
  onSaved: (version: ObjectVersion) => void;
  /** The service did not save the content. */
  onRefused?: (error: Error, content: WrittenObject) => void;
  /** The change is in a change set. */
  onProposed: () => void;
}

interface SaveVersion {
  save: (content: WrittenObject, predecessor: ObjectVersion) => void;
  isPending: boolean;
  error: Error | null;
  /** Forgets the error. */
  reset: () => void;
  /** To be merged before it can be saved. */
  conflict: VersionConflict | undefined;
  /** The conflict is settled. */
  settle: () => void;
  /** Whether it is not yet known how it can be saved. */
  isPolicyPending: boolean;
  /** Adds the content to a change set; undefined if the partition does not use them. */
  propose: ((content: WrittenObject, predecessor: ObjectVersion) => void) | undefined;
  /** Why the object can only be changed through a change set; undefined if it can be saved directly. */
  because: string | undefined;
  reason: string;
  reasonField: ReactNode;
  /** The dialog of change sets. */
  dialog: ReactNode;
}

/** Saves the next version of an object with its reason, or proposes it, by the policy of the partition. */
export function useSaveVersion({
  partitionId,
  latest,
  start,
  onSaved,
  onRefused,
  onProposed,
}: SaveVersionInput): SaveVersion {
  const t = useEditTexts();
  const write = useWriteVersion(partitionId);
  const [conflict, setConflict] = useState(start?.conflict);
  const reason = useReason(start?.reason);
  const title = titleOf(latest);
  const { type = '' } = latest;
  const {
    propose,
    isPending: isPolicyPending,
    becauseOf,
    needsReason,
    dialog,
  } = usePropose(partitionId, onProposed);
  const isReasonRequired = needsReason(type);

  /** The version that another user wrote in between, to be merged. */
  async function meet(error: Error, mine: WrittenObject, base: ObjectVersion) {
    const stale = staleWrite(error);
    if (!stale) return;
    const { timelineId = '' } = base;
    const theirs =
      stale.current ??
      // If that fails too, the form still says that nothing was saved.
      (await call(latestObject, { params: { partitionId, timelineId } }).catch(() => undefined));
    // Later concurrent versions are compared with the version just shown.
    if (theirs) setConflict({ base, theirs, mine });
  }

  return {
    save: (content, predecessor) => {
      if (!reason.isGiven(isReasonRequired)) return;
      write.mutate(
        {
          objectData: content.objectData,
          references: content.references.map((reference) => Object.assign({}, reference)),
          timelineId: predecessor.timelineId,
          predecessorId: predecessor.id,
          ...reasonInBody(reason.text),
        },
        {
          onSuccess: (saved) => {
            showToast({ message: t.saved(title) });
            onSaved(saved);
          },
          onError: (error) => {
            onRefused?.(error, content);
            void meet(error, content, predecessor);
          },
        },
      );
    },
    isPending: write.isPending,
    error: write.error,
    reset: write.reset,
    conflict,
    settle: () => setConflict(undefined),
    isPolicyPending,
    propose:
      propose &&
      (({ objectData, references }, { timelineId = '', id: predecessorId }) =>
        propose(
          {
            operation: 'newVersion',
            timelineId,
            predecessorId,
            objectData,
            references: [...references],
          },
          title,
          reason.text,
        )),
    because: becauseOf(type),
    reason: reason.text,
    reasonField: reason.renderField(isReasonRequired),
    dialog,
  };
}
