import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import {
  type ChangeSet,
  type ChangeSetAction,
  commitChangeSet,
  deleteChangeSet,
  previewChangeSet,
  reopenChangeSet,
  requestChanges,
  revertChangeSet,
  submitChangeSet,
  withdrawChangeSet,
} from '@annals/contracts/change-sets';
import { startSignature } from '@annals/contracts/signatures';
import { call } from '../../../platform/api/call.ts';
import { invalidateChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { ConfirmDialog } from '../../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import { pathTo } from '../../../platform/links.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import classes from './ChangeSet.module.css';
import type { SetParams } from './change-set.queries.ts';
import { type SetTexts, useSetTexts } from './change-set.texts.ts';
import { CommentDialog } from './CommentDialog.tsx';

const EditDetails = lazyNamed(() => import('./EditDetails.tsx'), 'EditDetails');
const ApproveDialog = lazyNamed(() => import('./ApproveDialog.tsx'), 'ApproveDialog');

interface SetActionsProps {
  set: ChangeSet;
  params: SetParams;
  /** The number of changes that cannot be committed as they are. */
  broken: number;
  onShowBroken: () => void;
}

type Shown = Exclude<ChangeSetAction, 'COMMENT' | 'MANAGE'>;

/** In the order of the buttons; the first one that is available and not quiet is the primary one. */
const shown: readonly Shown[] = [
  'COMMIT',
  'APPROVE',
  'SIGN',
  'SUBMIT',
  'REOPEN',
  'REQUEST_CHANGES',
  'EDIT',
  'WITHDRAW',
  'REVERT',
  'BREAK_GLASS',
  'DELETE',
];
const quiet = new Set<Shown>([
  'SIGN',
  'REQUEST_CHANGES',
  'EDIT',
  'WITHDRAW',
  'REVERT',
  'BREAK_GLASS',
  'DELETE',
]);
const dangerous = new Set<Shown>(['BREAK_GLASS', 'DELETE']);

/** The actions that the user may take on the change set now, as reported by the service. */
export function SetActions({ set, params, broken, onShowBroken }: SetActionsProps) {
  const t = useSetTexts();
  const router = useRouter();
  const canPreview = useCapability(previewChangeSet) && set.state !== 'COMMITTED';
  const canSign = useCapability(startSignature);
  const [asked, setAsked] = useState<Shown>();
  const offered = shown.filter(
    // Those who may commit have no need of break-glass. Details can be edited without changing what is
    // reviewed.
    (action) =>
      action === 'EDIT'
        ? set.may.includes('EDIT') || set.may.includes('MANAGE')
        : set.may.includes(action) && (action !== 'SIGN' || canSign),
  );
  // Changes that cannot be committed are merged first: that is an edit, which invalidates approvals.
  const primary = offered.find(
    (action) =>
      !quiet.has(action) && (broken === 0 || (action !== 'APPROVE' && action !== 'COMMIT')),
  );
  const buttonFor = (action: Shown) => (
    <Button
      key={action}
      variant={action === primary ? 'filled' : dangerous.has(action) ? 'outline' : 'default'}
      {...(dangerous.has(action) && { color: 'red' })}
      disabled={set.operationCount === 0 && (action === 'SUBMIT' || action === 'COMMIT')}
      onClick={() => setAsked(action)}
    >
      {labelOf(action, t)}
    </Button>
  );
  return (
    <div className={classes.actions}>
      {offered.filter((action) => !dangerous.has(action)).map(buttonFor)}
      {canPreview && set.operationCount > 0 && (
        <Button
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() =>
            router.history.push(
              pathTo(
                'v1-partitions-partitionId-objects',
                { partitionId: params.partitionId },
                { changeSet: params.changeSetId },
              ),
            )
          }
        >
          {t.viewWith}
        </Button>
      )}
      {offered.filter((action) => dangerous.has(action)).map(buttonFor)}
      {asked && (
        <Suspense>
          <ActionDialog
            set={set}
            params={params}
            action={asked}
            broken={broken}
            onShowBroken={onShowBroken}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

function labelOf(action: Shown, t: SetTexts): string {
  const labels: Record<Shown, string> = {
    COMMIT: t.commit,
    APPROVE: t.approve,
    SIGN: t.sign,
    SUBMIT: t.submit,
    REOPEN: t.reopen,
    REQUEST_CHANGES: t.requestChanges,
    EDIT: t.editDetails,
    WITHDRAW: t.withdraw,
    REVERT: t.revert,
    BREAK_GLASS: t.breakGlass,
    DELETE: t.remove,
  };
  return labels[action];
}

interface ActionDialogProps extends SetActionsProps {
  action: Shown;
  onClose: () => void;
}

/** Asks for confirmation or a comment, then performs the action. */
function ActionDialog({
  set,
  params,
  action,
  broken,
  onShowBroken,
  onClose,
}: ActionDialogProps): ReactNode {
  const t = useSetTexts();
  const router = useRouter();
  const { partitionId } = params;
  const refresh = () => invalidateChangeSets(partitionId);
  /** After a conflict, the current state is loaded, whatever was refused. */
  async function then<Result>(doing: Promise<Result>, message: (result: Result) => string) {
    try {
      const result = await doing;
      showToast({ message: message(result) });
      return result;
    } finally {
      await refresh();
    }
  }
  const written = ({ operationCount }: ChangeSet) => t.committed(operationCount);
  const common = { confirm: labelOf(action, t), onClose };
  const asking = { ...common, failed: t.notDone };
  const approving = { set, params, broken, onShowBroken, onClose };
  switch (action) {
    case 'EDIT':
      return <EditDetails set={set} params={params} onClose={onClose} />;
    case 'SUBMIT':
      return (
        <ConfirmDialog
          {...asking}
          title={`${t.submit}?`}
          question={t.nextOf.IN_REVIEW}
          touches={countLines(set, t)}
          act={() => then(call(submitChangeSet, { params }), () => t.submitted)}
        />
      );
    case 'APPROVE':
      return (
        <ApproveDialog
          {...approving}
          then={(doing) => then(doing, (now) => (now.committed ? written(now) : t.approved))}
        />
      );
    case 'SIGN':
      return (
        <ApproveDialog
          {...approving}
          adds
          then={(signing) => then(signing, (now) => (now.committed ? written(now) : t.signed))}
        />
      );
    case 'REQUEST_CHANGES':
      return (
        <CommentDialog
          {...common}
          title={t.requestChangesTitle}
          question={t.requestChangesQuestion}
          label={t.whatToChange}
          maxLength={2000}
          act={(comment) =>
            then(call(requestChanges, { params, body: { comment } }), () => t.requested)
          }
        />
      );
    case 'WITHDRAW':
      return (
        <ConfirmDialog
          {...asking}
          title={t.withdrawTitle(set.title)}
          question={t.withdrawQuestion}
          act={() => then(call(withdrawChangeSet, { params }), () => t.withdrawn)}
        />
      );
    case 'REOPEN':
      return (
        <ConfirmDialog
          {...asking}
          title={`${t.reopen}?`}
          question={t.nextOf.WITHDRAWN}
          act={() => then(call(reopenChangeSet, { params }), () => t.reopened)}
        />
      );
    case 'COMMIT':
      return (
        <ConfirmDialog
          {...asking}
          title={t.commitTitle(set.title)}
          question={t.commitQuestion}
          touches={countLines(set, t)}
          act={() => then(call(commitChangeSet, { params, body: {} }), written)}
        />
      );
    case 'BREAK_GLASS':
      return (
        <CommentDialog
          {...common}
          title={t.breakGlassTitle}
          question={t.breakGlassQuestion}
          label={t.breakGlassReason}
          maxLength={1000}
          confirm={t.breakGlassConfirm}
          danger
          act={(reason) =>
            then(call(commitChangeSet, { params, body: { breakGlass: { reason } } }), written)
          }
        />
      );
    case 'REVERT':
      return (
        <ConfirmDialog
          {...asking}
          title={t.revertTitle(set.title)}
          question={t.revertQuestion}
          confirm={t.revertConfirm}
          act={() =>
            then(
              call(revertChangeSet, {
                params,
                body: { title: t.titleOfRevert(set.title).slice(0, 200) },
              }),
              () => t.reverting,
            )
          }
          onDone={({ id: changeSetId }) =>
            router.history.push(
              pathTo('v1-partitions-partitionId-change-sets-changeSetId', {
                partitionId,
                changeSetId,
              }),
            )
          }
        />
      );
    case 'DELETE':
      return (
        <ConfirmDialog
          {...asking}
          title={t.removeTitle(set.title)}
          question={t.removeQuestion}
          danger
          act={async () => {
            await call(deleteChangeSet, { params });
            showToast({ message: t.removed(set.title) });
            router.history.push(pathTo('v1-partitions-partitionId-change-sets', { partitionId }));
            void refresh();
          }}
        />
      );
  }
}

/** "3 new objects", "1 timeline ends". */
export function countLines({ counts }: Pick<ChangeSet, 'counts'>, t: SetTexts): string[] {
  return (['create', 'newVersion', 'end', 'restore'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => t.counts[kind](counts[kind]));
}
