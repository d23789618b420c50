import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import {
  endUserSession,
  listUserSessions,
  type Session,
} from '@annals/contracts/user-administration';
import { listTrustedDevices } from '@annals/contracts/trusted-devices';
import { TrustedDevices } from '../../domain/trusted-devices/TrustedDevices.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import type { User } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { queryOf } from '../../platform/api/query.ts';
import { useAppState } from '../../platform/api/state.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { EndSessionButton, useSessionColumns } from '../../domain/sessions/session-columns.tsx';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

const ConfirmUserAction = lazyNamed(() => import('./ConfirmUserAction.tsx'), 'ConfirmUserAction');

interface UserSessionsProps {
  user: User;
  mayChange: boolean;
}

/** The sessions of a user, with actions to end one or all. */
export function UserSessions({ user, mayChange }: UserSessionsProps) {
  const t = useUserPageTexts();
  const query = useQuery(queryOf(listUserSessions, { params: { userId: user.id } }));
  const isOwn = useAppState((state) => state.user?.id) === user.id;
  const [endsAll, setEndsAll] = useState(false);
  const mayEnd = mayChange || isOwn;
  const columns = useSessionColumns(
    (session) => mayEnd && <EndSession userId={user.id} session={session} />,
  );
  const open = query.data?.data ?? [];
  const others = open.filter(({ current }) => !current);
  const hasDevices = useCapability(listTrustedDevices);
  return (
    <div className={classes.stack}>
      <QueryPanel
        title={t.sessions}
        query={query}
        flush={open.length > 0}
        action={
          mayEnd &&
          others.length > 0 && (
            <Button size="xs" variant="default" onClick={() => setEndsAll(true)}>
              {isOwn ? t.endAllOthers : t.endAll}
            </Button>
          )
        }
      >
        {({ data }) => (
          <>
            {data.length === 0 && <p className={classes.quiet}>{t.noSessions}</p>}
            {data.length > 0 && (
              <SimpleTable
                label={t.sessions}
                columns={columns}
                rows={data}
                rowKey={({ id }) => id}
              />
            )}
            {endsAll && (
              <Suspense>
                <ConfirmUserAction action="end" user={user} onClose={() => setEndsAll(false)} />
              </Suspense>
            )}
          </>
        )}
      </QueryPanel>
      {hasDevices && (
        <TrustedDevices userId={user.id} mayRevoke={mayEnd} onRevoked={invalidateUsers} />
      )}
    </div>
  );
}

function EndSession({ userId, session }: { userId: string; session: Session }) {
  const t = useUserPageTexts();
  const end = useSingleMutation({
    mutationFn: () => call(endUserSession, { params: { userId, sessionId: session.id } }),
    onSuccess: () => {
      showToast({ message: t.sessionEnded });
      void invalidateUsers();
    },
  });
  return (
    <>
      <EndSessionButton session={session} loading={end.isPending} onEnd={() => end.mutate()} />
      {end.error && <ErrorPanel title={t.sessionNotEnded} error={end.error} />}
    </>
  );
}
