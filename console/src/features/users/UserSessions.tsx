import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { endUserSession, type Session } from '@annals/contracts/user-administration';
import type { User } from '@annals/contracts/users';
import { call } from '../../api/call.ts';
import { useAppState } from '../../api/state.ts';
import { ErrorPanel } from '../../shared/feedback/ErrorPanel.tsx';
import { showToast } from '../../shared/feedback/toasts.ts';
import { deviceWords, useDeviceTexts } from '../../shared/sessions/device-words.ts';
import { QueryPanel } from '../../shared/states/QueryPanel.tsx';
import { StatusBadge } from '../../shared/states/StatusBadge.tsx';
import { SimpleTable } from '../../shared/tables/SimpleTable.tsx';
import { Moment } from '../../shared/time/Moment.tsx';
import { sessionsQuery } from './user-parts.queries.ts';
import { useUserPageTexts } from './user.texts.ts';
import classes from './UserPage.module.css';
import { forgetUsers } from './users.queries.ts';

const UserDeed = lazy(async () => ({ default: (await import('./UserDeed.tsx')).UserDeed }));

interface UserSessionsProps {
  user: User;
  mayChange: boolean;
}

/** Where a user is signed in, each session to be ended, or all. */
export function UserSessions({ user, mayChange }: UserSessionsProps) {
  const t = useUserPageTexts();
  const devices = useDeviceTexts();
  const query = useQuery(sessionsQuery(user.id));
  const isOwn = useAppState((state) => state.user?.id) === user.id;
  const [endsAll, setEndsAll] = useState(false);
  const mayEnd = mayChange || isOwn;
  const open = query.data?.data ?? [];
  const others = open.filter(({ current }) => current !== true);
  return (
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
              columns={[
                {
                  id: 'device',
                  header: t.device,
                  names: true,
                  render: (session) => (
                    <DeviceName
                      device={deviceWords(session.userAgent, devices)}
                      isCurrent={session.current === true}
                    />
                  ),
                },
                { id: 'address', header: t.address, render: ({ address }) => address },
                {
                  id: 'lastSeen',
                  header: t.lastSeen,
                  render: ({ id, lastSeenDate }) => (
                    <span id={`seen-${id}`}>
                      <Moment value={lastSeenDate} />
                    </span>
                  ),
                },
                {
                  id: 'started',
                  header: t.started,
                  render: ({ createdDate }) => <Moment value={createdDate} />,
                },
                {
                  id: 'end',
                  header: t.endSession,
                  quietHead: true,
                  align: 'end',
                  render: (session) =>
                    mayEnd &&
                    session.current !== true && <EndSession userId={user.id} session={session} />,
                },
              ]}
              rows={data}
              rowKey={({ id }) => id}
            />
          )}
          {endsAll && (
            <Suspense>
              <UserDeed deed="end" user={user} onClose={() => setEndsAll(false)} />
            </Suspense>
          )}
        </>
      )}
    </QueryPanel>
  );
}

function DeviceName({ device, isCurrent }: { device: string; isCurrent: boolean }) {
  const t = useUserPageTexts();
  return (
    <span className={classes.device}>
      {device}
      {isCurrent && <StatusBadge tone="good">{t.thisSession}</StatusBadge>}
    </span>
  );
}

function EndSession({ userId, session }: { userId: string; session: Session }) {
  const t = useUserPageTexts();
  const device = deviceWords(session.userAgent, useDeviceTexts());
  const end = useMutation({
    mutationFn: () => call(endUserSession, { params: { userId, sessionId: session.id } }),
    onSuccess: () => {
      showToast({ message: t.sessionEnded });
      void forgetUsers();
    },
  });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t.endSessionOn(device)}
        aria-describedby={`seen-${session.id}`}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        {t.endSession}
      </Button>
      {end.error && <ErrorPanel title={t.sessionNotEnded} error={end.error} />}
    </>
  );
}
