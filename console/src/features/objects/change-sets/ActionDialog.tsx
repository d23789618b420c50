import { useRouter } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { type ChangeSet } from '@annals/contracts/change-set';
import {
  commitChangeSet,
  deleteChangeSet,
  reopenChangeSet,
  requestChanges,
  revertChangeSet,
  submitChangeSet,
  withdrawChangeSet,
} from '@annals/contracts/change-sets';
import { call } from '../../../platform/api/call.ts';
import { invalidateChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { ConfirmDialog } from '../../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import type { SetParams } from './change-set.queries.ts';
import { type SetTexts, useSetTexts } from './change-set.texts.ts';
import { CommentDialog } from './CommentDialog.tsx';
import { countLines } from './count-lines.ts';
import { ReviewerPicker } from './ReviewerPicker.tsx';
import { askReviewers, requiresApprovals, reviewersOf } from './reviewers.ts';
import { labelOf, type SetAction } from './set-actions.ts';

const EditDetails = lazyNamed(() => import('./EditDetails.tsx'), 'EditDetails');
const ApproveDialog = lazyNamed(() => import('./ApproveDialog.tsx'), 'ApproveDialog');

export interface SetDialogProps {
  set: ChangeSet;
  params: SetParams;
  /** The number of changes that cannot be committed as they are. */
  broken: number;
  onShowBroken: () => void;
  onClose: () => void;
}

/** Asks for confirmation or a comment, then performs the action. */
export function ActionDialog({ action, ...props }: SetDialogProps & { action: SetAction }) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}

const dialogs: Record<SetAction, ComponentType<SetDialogProps>> = {
  EDIT: ({ set, params, onClose }) => <EditDetails set={set} params={params} onClose={onClose} />,
  SUBMIT: Submit,
  APPROVE: Approve,
  SIGN: Sign,
  REQUEST_CHANGES: RequestChanges,
  WITHDRAW: Withdraw,
  REOPEN: Reopen,
  COMMIT: Commit,
  BREAK_GLASS: BreakGlass,
  REVERT: Revert,
  DELETE: Delete,
};

/** Says what was done. After a conflict, the current state is loaded, whatever was refused. */
function useFollowUp({ partitionId }: SetParams) {
  return async <Result,>(doing: Promise<Result>, message: (result: Result) => string) => {
    try {
      const result = await doing;
      showToast({ message: message(result) });
      return result;
    } finally {
      await invalidateChangeSets(partitionId);
    }
  };
}

const textsOf = (action: SetAction, t: SetTexts) => ({
  confirm: labelOf(action, t),
  failed: t.notDone,
});

function Submit({ set, params, onClose }: SetDialogProps) {
  const t = useSetTexts();
  const followUp = useFollowUp(params);
  const [reviewers, setReviewers] = useState(() => reviewersOf(set));
  const submit = async () => {
    await askReviewers(set, params, reviewers);
    return call(submitChangeSet, { params });
  };
  return (
    <ConfirmDialog
      {...textsOf('SUBMIT', t)}
      title={`${t.submit}?`}
      question={requiresApprovals(set) ? t.submitPolicy : t.submitFree}
      touches={countLines(set, t)}
      details={
        set.may.includes('ASK_REVIEWERS') && (
          <ReviewerPicker set={set} value={reviewers} onChange={setReviewers} />
        )
      }
      act={() => followUp(submit(), () => t.submitted)}
      onClose={onClose}
    />
  );
}

function Approve(props: SetDialogProps) {
  const t = useSetTexts();
  const followUp = useFollowUp(props.params);
  return (
    <ApproveDialog
      {...props}
      then={(doing) =>
        followUp(doing, (now) => (now.committed ? t.committed(now.operationCount) : t.approved))
      }
    />
  );
}

function Sign(props: SetDialogProps) {
  const t = useSetTexts();
  const followUp = useFollowUp(props.params);
  return (
    <ApproveDialog
      {...props}
      adds
      then={(signing) =>
        followUp(signing, (now) => (now.committed ? t.committed(now.operationCount) : t.signed))
      }
    />
  );
}

function RequestChanges({ params, onClose }: SetDialogProps) {
  const t = useSetTexts();
  const followUp = useFollowUp(params);
  return (
    <CommentDialog
      title={t.requestChangesTitle}
      question={t.requestChangesQuestion}
      label={t.whatToChange}
      maxLength={2000}
      confirm={t.requestChanges}
      act={(comment) =>
        followUp(call(requestChanges, { params, body: { comment } }), () => t.requested)
      }
      onClose={onClose}
    />
  );
}

function Withdraw({ set, params, onClose }: SetDialogProps) {
  const t = useSetTexts();
  const followUp = useFollowUp(params);
  return (
    <ConfirmDialog
      {...textsOf('WITHDRAW', t)}
      title={t.withdrawTitle(set.title)}
      question={t.withdrawQuestion}
      act={() => followUp(call(withdrawChangeSet, { params }), () => t.withdrawn)}
      onClose={onClose}
    />
  );
}

function Reopen({ params, onClose }: SetDialogProps) {
  const t = useSetTexts();
  const followUp = useFollowUp(params);
  return (
    <ConfirmDialog
      {...textsOf('REOPEN', t)}
      title={`${t.reopen}?`}
      question={t.nextOf.WITHDRAWN}
      act={() => followUp(call(reopenChangeSet, { params }), () => t.reopened)}
      onClose={onClose}
    />
  );
}

function Commit({ set, params, onClose }: SetDialogProps) {
  const t = useSetTexts();
  const followUp = useFollowUp(params);
  return (
    <ConfirmDialog
      {...textsOf('COMMIT', t)}
      title={t.commitTitle(set.title)}
      question={t.commitQuestion}
      touches={countLines(set, t)}
      act={() =>
        followUp(call(commitChangeSet, { params, body: {} }), (now) =>
          t.committed(now.operationCount),
        )
      }
      onClose={onClose}
    />
  );
}

function BreakGlass({ params, onClose }: SetDialogProps) {
  const t = useSetTexts();
  const followUp = useFollowUp(params);
  return (
    <CommentDialog
      title={t.breakGlassTitle}
      question={t.breakGlassQuestion}
      label={t.breakGlassReason}
      maxLength={1000}
      confirm={t.breakGlassConfirm}
      danger
      act={(reason) =>
        followUp(call(commitChangeSet, { params, body: { breakGlass: { reason } } }), (now) =>
          t.committed(now.operationCount),
        )
      }
      onClose={onClose}
    />
  );
}

function Revert({ set, params, onClose }: SetDialogProps) {
  const t = useSetTexts();
  const router = useRouter();
  const followUp = useFollowUp(params);
  const { partitionId } = params;
  const title = t.titleOfRevert(set.title).slice(0, 200);
  return (
    <ConfirmDialog
      title={t.revertTitle(set.title)}
      question={t.revertQuestion}
      confirm={t.revertConfirm}
      failed={t.notDone}
      act={() => followUp(call(revertChangeSet, { params, body: { title } }), () => t.reverting)}
      onDone={({ id: changeSetId }) =>
        router.history.push(
          pathTo('v1-partitions-partitionId-change-sets-changeSetId', { partitionId, changeSetId }),
        )
      }
      onClose={onClose}
    />
  );
}

function Delete({ set, params, onClose }: SetDialogProps) {
  const t = useSetTexts();
  const router = useRouter();
  const { partitionId } = params;
  return (
    <ConfirmDialog
      {...textsOf('DELETE', t)}
      title={t.removeTitle(set.title)}
      question={t.removeQuestion}
      danger
      act={async () => {
        await call(deleteChangeSet, { params });
        showToast({ message: t.removed(set.title) });
        router.history.push(pathTo('v1-partitions-partitionId-change-sets', { partitionId }));
        void invalidateChangeSets(partitionId);
      }}
      onClose={onClose}
    />
  );
}
