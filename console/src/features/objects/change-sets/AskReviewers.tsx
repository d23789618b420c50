import { useState } from 'react';
import type { ChangeSet } from '@annals/contracts/change-set';
import { invalidateChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { ConfirmDialog } from '../../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import type { SetParams } from './change-set.queries.ts';
import { useSetTexts } from './change-set.texts.ts';
import { ReviewerPicker } from './ReviewerPicker.tsx';
import { askReviewers, requiresApprovals, reviewersOf } from './reviewers.ts';

interface AskReviewersProps {
  set: ChangeSet;
  params: SetParams;
  onClose: () => void;
}

/** Chooses who should review a change set, also once it is submitted. */
export function AskReviewers({ set, params, onClose }: AskReviewersProps) {
  const t = useSetTexts();
  const [reviewers, setReviewers] = useState(() => reviewersOf(set));
  return (
    <ConfirmDialog
      title={t.askReviewers}
      question={requiresApprovals(set) ? t.askPolicy : t.askFree}
      details={<ReviewerPicker set={set} value={reviewers} onChange={setReviewers} />}
      confirm={t.save}
      failed={t.notDone}
      act={() => askReviewers(set, params, reviewers)}
      onDone={() => {
        showToast({ message: t.reviewersAsked });
        void invalidateChangeSets(params.partitionId);
      }}
      onClose={onClose}
    />
  );
}
