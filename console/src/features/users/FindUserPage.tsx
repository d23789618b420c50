import { useSuspenseQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { findUserByName } from '@annals/contracts/users';
import { AdditionalFields } from '../../ui/additional-fields/AdditionalFields.tsx';
import { personName, shownName, unitNames } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { PageFrame } from '../../ui/page/PageFrame.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { FactsPanel } from '../../ui/states/Facts.tsx';
import { userByNameQuery } from './find-by-username.ts';
import { useUserTexts } from './users.texts.ts';

/** Redirects to the user with exactly this name, or shows that none exists. */
export function FindUserPage() {
  const t = useUserTexts();
  const { username } = useParams({ from: '/v1/users/forName/$username' });
  return (
    <PageFrame
      name={username}
      parents={[{ name: t.users, to: pathTo('v1-users') }]}
      // 400 too: no user has a name that is invalid.
      absent={{
        noSuch: t.nobodyCalled(username),
        noSuchHint: t.nobodyCalledHint,
        all: t.searchFor(username),
        to: pathTo('v1-users-forNameContaining-searchtext', { searchtext: username }),
      }}
      lines={0}
    >
      <FoundUser username={username} />
    </PageFrame>
  );
}

/** A user without an id has no other page. */
function FoundUser({ username }: { username: string }) {
  const t = useUserTexts();
  const query = useSuspenseQuery(userByNameQuery(username));
  const user = query.data;
  const page = pathTo('v1-users-userId', { userId: user.id });
  if (page) return <Navigate to={page} replace />;
  return (
    <>
      <PageHeader title={shownName(personName(user), username)} query={query} />
      <FactsPanel
        title={t.user}
        facts={[
          [t.name, user.name],
          [t.username, user.username],
          [t.email, user.email],
          [t.status, user.status],
          [t.roles, user.roles?.join(', ')],
          [t.units, user.organizationalUnits && unitNames(user)],
        ]}
      />
      <AdditionalFields row={findUserByName} value={user} />
    </>
  );
}
