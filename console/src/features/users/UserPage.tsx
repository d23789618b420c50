import { listEvents } from '@annals/contracts/events';
import { listUserSessions, listUserIdentities } from '@annals/contracts/user-administration';
import { listReadsOfAll } from '@annals/contracts/read-records';
import { listPartitionsOfUser } from '@annals/contracts/data-users';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { getUser } from '@annals/contracts/users';
import type { User } from '../../platform/api/things.ts';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { queryOf } from '../../platform/api/query.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { EventHistory } from '../../domain/history/EventHistory.tsx';
import { Id } from '../../ui/ids/Id.tsx';
import { personName } from '../../ui/ids/display-names.ts';
import { IncidentLink } from '../../domain/incidents/IncidentLink.tsx';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { useReadRecordTexts } from '../../domain/read-records/read-records.texts.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { type Tab, Tabs } from '../../ui/tabs/Tabs.tsx';
import { TimeTravelBar } from '../../domain/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import { NoSuchUser, useMayChange, useUserCrumbs } from './user-page-parts.tsx';
import { useUserPageTexts } from './user.texts.ts';
import { UserActions } from './UserActions.tsx';
import { UserOverview } from './UserOverview.tsx';
import { UserRoles } from './UserRoles.tsx';
import { useUserTexts } from './users.texts.ts';
import { UserStatus } from '../../domain/users/UserStatus.tsx';

const loadPartitions = () => import('./UserPartitions.tsx');
const UserPartitions = lazyNamed(loadPartitions, 'UserPartitions');
const loadSessions = () => import('./UserSessions.tsx');
const UserSessions = lazyNamed(loadSessions, 'UserSessions');
const loadTokens = () => import('./UserTokens.tsx');
const UserTokens = lazyNamed(loadTokens, 'UserTokens');
const loadReads = () => import('../../domain/read-records/WhoLooked.tsx');
const WhatTheyLookedAt = lazyNamed(loadReads, 'WhatTheyLookedAt');
const loadIdentities = () => import('./UserIdentities.tsx');
const UserIdentities = lazyNamed(loadIdentities, 'UserIdentities');

/** One user, now or as of a moment. */
export function UserPage() {
  const t = useUserTexts();
  const { userId } = useParams({ from: '/v1/users/$userId' });
  const { asOf, isPast } = useTimeTravel();
  const now = useQuery(queryOf(getUser, { params: { userId } }));
  const then = useQuery({
    ...queryOf(getUser, { params: { userId }, query: { asOf } }),
    enabled: isPast,
  });
  const hasPast = useCapability('authentication');
  const parents = useUserCrumbs();
  const { data: user, error, refetch } = isPast ? then : now;
  const mayChange = useMayChange(user) && !isPast;
  const hasActions = useMay('users:write') && !isPast;
  // The current name titles the page also for moments before the user existed.
  const known = user ?? now.data;
  const name = known && personName(known);

  if (now.data === undefined && isNoSuchThing(now.error)) return <NoSuchUser />;
  const tabs = (
    <>
      {error && !(isPast && isNoSuchThing(error)) && (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      )}
      {isPast && user === undefined && isNoSuchThing(error) && (
        <EmptyState title={t.noSuchUserThen} hint={t.noSuchUserThenHint} />
      )}
      {(user !== undefined || error === null) && (
        <UserTabs userId={userId} user={user} mayChange={mayChange} />
      )}
    </>
  );
  return (
    <>
      <PageHeader
        title={name ?? (known || error ? t.user : undefined)}
        parents={parents}
        beside={
          <>
            {user?.status !== undefined && <UserStatus status={user.status} />}
            <IncidentLink subject={{ kind: 'user', id: userId, name }} />
            <Id value={userId} />
          </>
        }
        action={mayChange && user && <UserActions user={user} />}
        coming={hasActions && user === undefined && error === null ? ['action'] : []}
      />
      {hasPast ? (
        <TimeTravelBar service="authentication" shown={name}>
          {tabs}
        </TimeTravelBar>
      ) : (
        tabs
      )}
    </>
  );
}

interface UserTabsProps {
  userId: string;
  /** Undefined while loading. */
  user: User | undefined;
  mayChange: boolean;
}

function UserTabs({ userId, user, mayChange }: UserTabsProps) {
  const t = useUserPageTexts();
  const words = useReadRecordTexts();
  const { isPast } = useTimeTravel();
  const tabs: (Tab | false)[] = [
    {
      id: 'overview',
      name: t.overview,
      content: <UserOverview user={user} mayChange={mayChange} />,
    },
    { id: 'roles', name: t.roles, content: <UserRoles user={user} mayChange={mayChange} /> },
    {
      ...later('partitions', t.partitions, loadPartitions, user && <UserPartitions user={user} />),
      needs: listPartitionsOfUser,
    },
    // The remaining tabs show current data only.
    !isPast && {
      ...later(
        'sessions',
        t.sessions,
        loadSessions,
        user && <UserSessions user={user} mayChange={mayChange} />,
      ),
      needs: listUserSessions,
    },
    !isPast && {
      ...later('tokens', t.tokens, loadTokens, user && <UserTokens user={user} />),
      // Only the user's tokens: a service that ignores the filter would return all.
      needs: 'authentication',
    },
    !isPast && {
      ...later(
        'identities',
        t.identities,
        loadIdentities,
        user && <UserIdentities user={user} mayChange={mayChange} />,
      ),
      needs: listUserIdentities,
    },
    !isPast && {
      ...later('reads', words.whatTheyLookedAt, loadReads, <WhatTheyLookedAt userId={userId} />),
      needs: listReadsOfAll,
    },
    {
      id: 'history',
      needs: listEvents,
      name: t.history,
      content: <EventHistory subject={`user/${userId}`} title={t.history} />,
    },
  ];
  return <Tabs label={t.parts} tabs={tabs.filter((tab) => tab !== false)} />;
}

/** A tab whose code is loaded when it opens. */
function later(id: string, name: string, preload: () => Promise<unknown>, content: ReactNode): Tab {
  return { id, name, preload, content };
}
