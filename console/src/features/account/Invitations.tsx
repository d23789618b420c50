import { Button } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import type { Invitation } from '@annals/contracts/user-administration';
import { useInvitationActionTexts } from '../../domain/invitations/invitation-actions.texts.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { useListState } from '../../ui/list/useListState.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { invitationColumns, invitationFilters } from './invitation-columns.tsx';
import { invitationsList } from './account.queries.ts';
import { usePeopleTexts } from './people.texts.ts';

const loadActions = () => import('../../domain/invitations/InvitationActions.tsx');
const ResendInvitations = lazyNamed(loadActions, 'ResendInvitations');
const WithdrawInvitations = lazyNamed(loadActions, 'WithdrawInvitations');
const CopyInvitationLink = lazyNamed(
  () => import('../../domain/invitations/CopyInvitationLink.tsx'),
  'CopyInvitationLink',
);

interface Act {
  kind: 'resend' | 'withdraw' | 'link';
  invitations: readonly Invitation[];
  clear: () => void;
}

/** The invitations with their status, and actions to resend, copy a link and withdraw. */
export function Invitations() {
  const t = usePeopleTexts();
  const list = useListState(invitationsList);
  const invitations = useListQuery(invitationsList.query(list.request));
  const mayWrite = useMay('users:write');
  const [act, setAct] = useState<Act>();
  const columns = useMemo(() => invitationColumns(t), [t]);
  const filters = useMemo(() => invitationFilters(t), [t]);
  const ends = { onClose: () => setAct(undefined) };
  const [first] = act?.invitations ?? [];
  return (
    <>
      <DataList
        list={list}
        query={invitations}
        label={t.invitations}
        columns={columns}
        filters={filters}
        search={t.searchInvitations}
        rowId={(invitation) => invitation.id}
        rowPath={(invitation) => pathTo('v1-users-userId', { userId: invitation.userId })}
        none={{ title: t.noInvitations, hint: t.noInvitationsHint }}
        {...(mayWrite && {
          selection: {
            renderActions: (rows: readonly Invitation[], clear: () => void) => (
              <Actions rows={rows} onAct={(kind) => setAct({ kind, invitations: rows, clear })} />
            ),
          },
        })}
      />
      <Suspense>
        {act?.kind === 'resend' && <ResendInvitations {...act} {...ends} />}
        {act?.kind === 'withdraw' && <WithdrawInvitations {...act} {...ends} />}
        {act?.kind === 'link' && first && <CopyInvitationLink invitation={first} {...ends} />}
      </Suspense>
    </>
  );
}

interface ActionsProps {
  rows: readonly Invitation[];
  onAct: (kind: Act['kind']) => void;
}

/** Accepted invitations cannot be resent; resending a withdrawn one reopens it. */
function Actions({ rows, onAct }: ActionsProps) {
  const t = useInvitationActionTexts();
  const pending = rows.some(({ state }) => state !== 'ACCEPTED');
  const open = rows.some(({ state }) => state !== 'ACCEPTED' && state !== 'WITHDRAWN');
  const load = () => void loadActions();
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={!pending}
        onClick={() => onAct('resend')}
        onPointerEnter={load}
        onFocus={load}
      >
        {t.resend}
      </Button>
      {rows.length === 1 && (
        <Button size="xs" variant="default" disabled={!pending} onClick={() => onAct('link')}>
          {t.copyLink}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        disabled={!open}
        onClick={() => onAct('withdraw')}
        onPointerEnter={load}
        onFocus={load}
      >
        {t.withdraw}
      </Button>
    </>
  );
}
