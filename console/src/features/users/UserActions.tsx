import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { changeUserStatus, type User, changeUser } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { useAppState } from '../../api/state.ts';
import { ResponsiveButton } from '../../shared/buttons/ResponsiveButton.tsx';
import { showFailure } from '../../shared/feedback/toasts.ts';
import { showUndo } from '../../shared/feedback/undo.ts';
import { personName } from '../../shared/ids/display-names.ts';
import { lazyNamed } from '../../shared/lazy-named.ts';
import { pathTo } from '../../shared/links.ts';
import { useCapability } from '../../shared/permissions/capabilities.ts';
import { invalidateUsers } from '../../shared/users/invalidate-users.ts';
import { useUserActionTexts } from './user-actions.texts.ts';
import { useUserPageTexts } from './user.texts.ts';
import type { UserAction } from './ConfirmUserAction.tsx';
import classes from './UserPage.module.css';

const loadAction = () => import('./ConfirmUserAction.tsx');
const ConfirmUserAction = lazyNamed(loadAction, 'ConfirmUserAction');

/** The actions on one user. All but enabling ask for confirmation. */
export function UserActions({ user }: { user: User }) {
  const t = useUserPageTexts();
  const actions = useUserActionTexts();
  const router = useRouter();
  const isOffered = useCapability(changeUser);
  const isOwn = useAppState((state) => state.user?.id) === user.id;
  const [action, setAction] = useState<UserAction>();
  const enable = useEnable(user);
  const disabled = user.status === 'DISABLED';
  const item = (id: UserAction, name: string, danger = false) => (
    <Menu.Item {...(danger && { color: 'red' })} onClick={() => setAction(id)}>
      {name}
    </Menu.Item>
  );
  if (!isOffered) return null;
  return (
    <div className={classes.actions}>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button
            variant="default"
            loading={enable.isPending}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            onPointerEnter={() => void loadAction()}
            onFocus={() => void loadAction()}
          >
            {t.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {disabled ? (
            <Menu.Item onClick={() => enable.mutate()}>{actions.enable}</Menu.Item>
          ) : (
            // Users cannot disable themselves.
            !isOwn && item('disable', actions.disable)
          )}
          {!disabled && user.email && item('reset', actions.reset)}
          {!disabled && item('end', actions.end)}
          {user.secondFactor !== false && item('factors', actions.factors)}
          {!isOwn && item('offboard', actions.offboard, true)}
        </Menu.Dropdown>
      </Menu>
      <ResponsiveButton
        icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
        data-shortcut="e"
        onClick={() => router.history.push(pathTo('v1-users-userId-edit', { userId: user.id }))}
      >
        {t.edit}
      </ResponsiveButton>
      {action && (
        <Suspense>
          <ConfirmUserAction action={action} user={user} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** The menu is closed when the call fails, so the failure is a persistent message. */
function useEnable(user: User) {
  const t = useUserActionTexts();
  const name = personName(user) ?? user.id;
  const set = async (status: 'ACTIVE' | 'DISABLED') => {
    await call(changeUserStatus, { params: { userId: user.id }, body: { status } });
    await invalidateUsers();
  };
  return useMutation({
    mutationFn: () => set('ACTIVE'),
    onSuccess: () => showUndo(t.enabled(name), () => set('DISABLED')),
    onError: (error) => showFailure(t.notEnabled, error),
  });
}
