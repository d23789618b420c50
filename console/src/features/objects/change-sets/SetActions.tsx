import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconEye } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { ChangeSet } from '@annals/contracts/change-set';
import { previewChangeSet } from '@annals/contracts/change-set-operations';
import { startSignature } from '@annals/contracts/signatures';
import { pathTo } from '../../../platform/links.ts';
import { ResponsiveButton } from '../../../ui/buttons/ResponsiveButton.tsx';
import { useCapability } from '../../../platform/capabilities.ts';
import classes from './ChangeSet.module.css';
import { ActionDialog, type SetDialogProps } from './ActionDialog.tsx';
import { useSetTexts } from './change-set.texts.ts';
import { labelOf, type SetAction } from './set-actions.ts';

type SetActionsProps = Omit<SetDialogProps, 'onClose'>;

/** What moves a change set on, in the order of the buttons. */
const moving: readonly SetAction[] = [
  'SUBMIT',
  'APPROVE',
  'COMMIT',
  'REQUEST_CHANGES',
  'SIGN',
  'REOPEN',
  'REVERT',
];
/** What is done rarely, in the menu. */
const rare: readonly SetAction[] = ['EDIT', 'WITHDRAW', 'BREAK_GLASS', 'DELETE'];
const dangerous: ReadonlySet<SetAction> = new Set(['BREAK_GLASS', 'DELETE']);

/** The step that comes next: a draft is submitted, a set in review is reviewed, one that is ready is committed. */
function nextOf(state: ChangeSet['state'], broken: number): readonly SetAction[] {
  // Changes that cannot be committed are merged first: that is an edit, which invalidates approvals.
  if (broken > 0) return ['SUBMIT', 'REOPEN'];
  return state === 'IN_REVIEW' ? ['APPROVE', 'COMMIT'] : ['SUBMIT', 'COMMIT', 'APPROVE', 'REOPEN'];
}

/** The actions that the user may take on the change set now, as reported by the service. */
export function SetActions({ set, params, broken, onShowBroken }: SetActionsProps) {
  const t = useSetTexts();
  const router = useRouter();
  const canPreview = useCapability(previewChangeSet) && set.state !== 'COMMITTED';
  const canSign = useCapability(startSignature);
  const [chosen, setChosen] = useState<SetAction>();
  const isOffered = (action: SetAction) =>
    // Details can be edited without changing what is reviewed.
    action === 'EDIT'
      ? set.may.includes('EDIT') || set.may.includes('MANAGE')
      : set.may.includes(action) && (action !== 'SIGN' || canSign);
  const primary = nextOf(set.state, broken).find(isOffered);
  const inMenu = rare.filter(isOffered);
  return (
    <div className={classes.actions}>
      {moving.filter(isOffered).map((action) => (
        <Button
          key={action}
          variant={action === primary ? 'filled' : 'default'}
          disabled={set.operationCount === 0 && (action === 'SUBMIT' || action === 'COMMIT')}
          onClick={() => setChosen(action)}
        >
          {labelOf(action, t)}
        </Button>
      ))}
      {canPreview && set.operationCount > 0 && (
        <ResponsiveButton
          variant="default"
          keepsWords
          icon={<IconEye size={16} aria-hidden />}
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
        </ResponsiveButton>
      )}
      {inMenu.length > 0 && (
        <Menu position="top-end" transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
              {t.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {inMenu.map((action) => (
              <Menu.Item
                key={action}
                {...(dangerous.has(action) && { color: 'red' })}
                onClick={() => setChosen(action)}
              >
                {labelOf(action, t)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
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
