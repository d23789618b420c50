import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { previewChangeSet } from '@annals/contracts/change-sets';
import { startSignature } from '@annals/contracts/signatures';
import { pathTo } from '../../../platform/links.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import classes from './ChangeSet.module.css';
import { ActionDialog, type SetDialogProps } from './ActionDialog.tsx';
import { useSetTexts } from './change-set.texts.ts';
import { labelOf, type SetAction } from './set-actions.ts';

type SetActionsProps = Omit<SetDialogProps, 'onClose'>;

/** In the order of the buttons; the first one that is available and not quiet is the primary one. */
const shown: readonly SetAction[] = [
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
const quiet = new Set<SetAction>([
  'SIGN',
  'REQUEST_CHANGES',
  'EDIT',
  'WITHDRAW',
  'REVERT',
  'BREAK_GLASS',
  'DELETE',
]);
const dangerous = new Set<SetAction>(['BREAK_GLASS', 'DELETE']);

/** The actions that the user may take on the change set now, as reported by the service. */
export function SetActions({ set, params, broken, onShowBroken }: SetActionsProps) {
  const t = useSetTexts();
  const router = useRouter();
  const canPreview = useCapability(previewChangeSet) && set.state !== 'COMMITTED';
  const canSign = useCapability(startSignature);
  const [chosen, setChosen] = useState<SetAction>();
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
  const buttonFor = (action: SetAction) => (
    <Button
      key={action}
      variant={action === primary ? 'filled' : dangerous.has(action) ? 'outline' : 'default'}
      {...(dangerous.has(action) && { color: 'red' })}
      disabled={set.operationCount === 0 && (action === 'SUBMIT' || action === 'COMMIT')}
      onClick={() => setChosen(action)}
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
      {chosen && (
        <Suspense>
          <ActionDialog
            set={set}
            params={params}
            action={chosen}
            broken={broken}
            onShowBroken={onShowBroken}
            onClose={() => setChosen(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
