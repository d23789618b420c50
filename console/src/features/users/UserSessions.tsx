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
          <ul className={classes.list}>
            {data.map((session) => (
              <SessionEntry
                key={session.id}
                userId={user.id}
                session={session}
                mayEnd={mayEnd && session.current !== true}
              />
            ))}
          </ul>
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

interface SessionEntryProps {
  userId: string;
  session: Session;
  mayEnd: boolean;
}

function SessionEntry({ userId, session, mayEnd }: SessionEntryProps) {
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
    <li className={classes.entry}>
      <div className={classes.what}>
        <span className={classes.name}>{device}</span>
        <span className={classes.facts}>
          {session.address && <span>{session.address}</span>}
          <span>
            {t.started} <Moment value={session.createdDate} />
          </span>
          <span>
            {t.lastSeen} <Moment value={session.lastSeenDate} />
          </span>
        </span>
      </div>
      {session.current === true && <StatusBadge tone="good">{t.thisSession}</StatusBadge>}
      {mayEnd && (
        <Button
          size="xs"
          variant="default"
          aria-label={t.endSessionOn(device)}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          {t.endSession}
        </Button>
      )}
      {end.error && (
        <div className={classes.failure}>
          <ErrorPanel title={t.sessionNotEnded} error={end.error} />
        </div>
      )}
    </li>
  );
}
