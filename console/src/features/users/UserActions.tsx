import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { listEvents } from '@annals/contracts/events';
import { listInvitations } from '@annals/contracts/user-administration';
import { changeUserStatus, changeUser } from '@annals/contracts/users';
import type { User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { useAppState } from '../../platform/api/state.ts';
import { accessChangeOf } from '../../domain/access-changes/access-change.ts';
import { useAccessChangeTexts } from '../../domain/access-changes/access-changes.texts.ts';
import { undoAccessChange } from '../../domain/access-changes/undo-access-change.ts';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { showFailure } from '../../ui/feedback/toasts.ts';
import { showUndo } from '../../ui/feedback/undo.ts';
import { personName, shownPerson } from '../../ui/ids/display-names.ts';
import { useInvitationActionTexts } from '../../domain/invitations/invitation-actions.texts.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { useCapability } from '../../platform/capabilities.ts';
import { useAbsoluteMoment } from '../../platform/time/use-absolute-moment.ts';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { useUserActionTexts } from './user-actions.texts.ts';
import { invitationQuery, offboardingQuery } from './users.queries.ts';
import { useUserPageTexts } from './user.texts.ts';
import type { UserAction } from './ConfirmUserAction.tsx';
import classes from './UserPage.module.css';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

const ConfirmUserAction = lazyNamed(() => import('./ConfirmUserAction.tsx'), 'ConfirmUserAction');
const ReinstateUser = lazyNamed(
  () => import('../../domain/access-changes/UndoAccessChange.tsx'),
  'ReinstateUser',
);
const loadInvitationActions = () => import('../../domain/invitations/InvitationActions.tsx');
const ResendInvitations = lazyNamed(loadInvitationActions, 'ResendInvitations');
const WithdrawInvitations = lazyNamed(loadInvitationActions, 'WithdrawInvitations');
const CopyInvitationLink = lazyNamed(
  () => import('../../domain/invitations/CopyInvitationLink.tsx'),
  'CopyInvitationLink',
);

/** The actions on one user. All but enabling ask for confirmation. */
export function UserActions({ user }: { user: User }) {
  const t = useUserPageTexts();
  const actions = useUserActionTexts();
  const router = useRouter();
  const isOffered = useCapability(changeUser);
  const isOwn = useAppState((state) => state.user?.id) === user.id;
  const [action, setAction] = useState<UserAction>();
  const enable = useEnable(user);
  const invitation = useInvitationActions(user);
  const offboarding = useReinstatement(user);
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
            {...ConfirmUserAction.onApproach}
          >
            {t.more}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {invitation.items}
          {disabled ? (
            <>
              <Menu.Item onClick={() => enable.mutate()}>{actions.enable}</Menu.Item>
              {offboarding.item}
            </>
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
        keepsWords
        data-shortcut="e"
        onClick={() => router.history.push(pathTo('v1-users-userId-edit', { userId: user.id }))}
      >
        {t.edit}
      </ResponsiveButton>
      {invitation.dialog}
      {offboarding.dialog}
      {action && (
        <Suspense>
          <ConfirmUserAction action={action} user={user} onClose={() => setAction(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

/** Actions for pending invitations: resend, copy the link, withdraw. */
function useInvitationActions({ id, status }: User) {
  const t = useInvitationActionTexts();
  const isOffered = useCapability(listInvitations);
  const [action, setAction] = useState<'resend' | 'link' | 'withdraw'>();
  const isInvited = status === 'INVITED';
  const { data: invitation } = useQuery({
    ...invitationQuery(id),
    enabled: isInvited && isOffered,
  });
  if (!isInvited || !invitation) return { items: null, dialog: null };
  const props = {
    invitations: [invitation],
    clear: noSelection,
    onClose: () => setAction(undefined),
  };
  return {
    items: (
      <>
        <Menu.Item onClick={() => setAction('resend')}>{t.resendInvitation}</Menu.Item>
        <Menu.Item onClick={() => setAction('link')}>{t.copyInvitationLink}</Menu.Item>
        {invitation.state !== 'WITHDRAWN' && (
          <Menu.Item color="red" onClick={() => setAction('withdraw')}>
            {t.withdrawInvitation}
          </Menu.Item>
        )}
        <Menu.Divider />
      </>
    ),
    dialog: action && (
      <Suspense>
        {action === 'resend' && <ResendInvitations {...props} />}
        {action === 'withdraw' && <WithdrawInvitations {...props} />}
        {action === 'link' && (
          <CopyInvitationLink invitation={invitation} onClose={props.onClose} />
        )}
      </Suspense>
    ),
  };
}

/** For offboarded users that were not enabled since: reinstates what can be reinstated. */
function useReinstatement({ id, status, ...user }: User) {
  const t = useAccessChangeTexts();
  const [asks, setAsks] = useState(false);
  const isOffered = useCapability(listEvents);
  const { data: event } = useQuery({
    ...offboardingQuery(id),
    enabled: isOffered && status === 'DISABLED',
  });
  const absolute = useAbsoluteMoment();
  const change = event ? accessChangeOf(event) : undefined;
  if (!event || status !== 'DISABLED' || change?.kind !== 'user')
    return { item: null, dialog: null };
  return {
    item: <Menu.Item onClick={() => setAsks(true)}>{t.reinstate(absolute(event.at))}</Menu.Item>,
    dialog: asks && (
      <Suspense>
        <ReinstateUser
          change={change}
          at={event.at}
          name={personName({ id, ...user }) ?? id}
          onClose={() => setAsks(false)}
        />
      </Suspense>
    ),
  };
}

const noSelection = () => undefined;

/** The menu is closed when the call fails, so the failure is a persistent message. */
function useEnable(user: User) {
  const t = useUserActionTexts();
  const name = shownPerson(user);
  return useSingleMutation({
    mutationFn: async () => {
      await call(changeUserStatus, { params: { userId: user.id }, body: { status: 'ACTIVE' } });
      await invalidateUsers();
    },
    onSuccess: () =>
      showUndo(t.enabled(name), () =>
        undoAccessChange({ kind: 'user', id: user.id, disabled: false }),
      ),
    onError: (error) => showFailure(t.notEnabled, error),
  });
}
