import { listEvents } from '@annals/contracts/events';
import { listUserSessions, listUserIdentities } from '@annals/contracts/user-administration';
import { listReadsOfAll } from '@annals/contracts/read-records';
import { listPartitionsOfUser } from '@annals/contracts/data-users';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getUser } from '@annals/contracts/users';
import type { User } from '../../platform/api/things.ts';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { queryOf } from '../../platform/api/query.ts';
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
import { QueryStates } from '../../ui/states/QueryPanel.tsx';
import { type Tab, Tabs } from '../../ui/tabs/Tabs.tsx';
import { TimeTravelBar } from '../../domain/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import { UserFrame, useMayChange } from './user-page-parts.tsx';
import { useUserPageTexts } from './user.texts.ts';
import { UserActions } from './UserActions.tsx';
import { UserOverview } from './UserOverview.tsx';
import { UserRoles } from './UserRoles.tsx';
import { useUserTexts } from './users.texts.ts';
import { UserStatus } from '../../domain/users/UserStatus.tsx';

const UserPartitions = lazyNamed(() => import('./UserPartitions.tsx'), 'UserPartitions');
const UserSessions = lazyNamed(() => import('./UserSessions.tsx'), 'UserSessions');
const UserTokens = lazyNamed(() => import('./UserTokens.tsx'), 'UserTokens');
const WhatTheyLookedAt = lazyNamed(
  () => import('../../domain/read-records/WhoLooked.tsx'),
  'WhatTheyLookedAt',
);
const UserIdentities = lazyNamed(() => import('./UserIdentities.tsx'), 'UserIdentities');

/** One user, now or as of a moment. */
export function UserPage() {
  const t = useUserTexts();
  const { userId } = useParams({ from: '/v1/users/$userId' });
  const { isPast } = useTimeTravel();
  const hasActions = useMay('users:write') && !isPast;
  return (
    <UserFrame
      name={t.user}
      beside={<OfUser userId={userId} />}
      coming={hasActions ? ['action'] : []}
      lines={12}
    >
      <LoadedUser userId={userId} />
    </UserFrame>
  );
}

/** What is beside the name, also while that is loading. */
function OfUser({ userId, name }: { userId: string; name?: string | undefined }) {
  return (
    <>
      <IncidentLink subject={{ kind: 'user', id: userId, name }} />
      <Id value={userId} />
    </>
  );
}

function LoadedUser({ userId }: { userId: string }) {
  const t = useUserTexts();
  const { asOf, isPast } = useTimeTravel();
  const params = { userId };
  const { data: now } = useSuspenseQuery(queryOf(getUser, { params }));
  const query = useQuery(queryOf(getUser, { params, query: { asOf } }));
  const hasPast = useCapability('authentication');
  const user = query.data;
  const mayChange = useMayChange(user) && !isPast;
  // The current name titles the page also for moments before the user existed.
  const name = personName(user ?? now);
  const tabs =
    user === undefined && isNoSuchThing(query.error) ? (
      <EmptyState title={t.noSuchUserThen} hint={t.noSuchUserThenHint} />
    ) : (
      <QueryStates query={query} lines={12}>
        {(shown) => <UserTabs userId={userId} user={shown} mayChange={mayChange} />}
      </QueryStates>
    );
  return (
    <>
      <PageHeader
        title={name ?? t.user}
        beside={
          <>
            {user?.status !== undefined && <UserStatus status={user.status} />}
            <OfUser userId={userId} name={name} />
          </>
        }
        action={mayChange && user && <UserActions user={user} />}
        coming={[]}
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
  user: User;
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
      id: 'partitions',
      name: t.partitions,
      preload: UserPartitions.preload,
      content: <UserPartitions user={user} />,
      needs: listPartitionsOfUser,
    },
    // The remaining tabs show current data only.
    !isPast && {
      id: 'sessions',
      name: t.sessions,
      preload: UserSessions.preload,
      content: <UserSessions user={user} mayChange={mayChange} />,
      needs: listUserSessions,
    },
    !isPast && {
      id: 'tokens',
      name: t.tokens,
      preload: UserTokens.preload,
      content: <UserTokens user={user} />,
      // Only the user's tokens: a service that ignores the filter would return all.
      needs: 'authentication',
    },
    !isPast && {
      id: 'identities',
      name: t.identities,
      preload: UserIdentities.preload,
      content: <UserIdentities user={user} mayChange={mayChange} />,
      needs: listUserIdentities,
    },
    !isPast && {
      id: 'reads',
      name: words.whatTheyLookedAt,
      preload: WhatTheyLookedAt.preload,
      content: <WhatTheyLookedAt userId={userId} />,
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
