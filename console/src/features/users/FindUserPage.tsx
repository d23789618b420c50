import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { findUserByName } from '@annals/contracts/users';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { AdditionalFields } from '../../ui/additional-fields/AdditionalFields.tsx';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { personName, shownName, unitNames } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { AbsentPage } from '../../ui/page/AbsentPage.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { FactsPanel } from '../../ui/states/Facts.tsx';
import { userByNameQuery } from './find-by-username.ts';
import { useUserTexts } from './users.texts.ts';

/** Redirects to the user with exactly this name, or shows that none exists. A user without an id has no other page. */
export function FindUserPage() {
  const t = useUserTexts();
  const { username } = useParams({ from: '/v1/users/forName/$username' });
  const { data: user, error, refetch } = useQuery(userByNameQuery(username));
  const parents = [{ name: t.users, to: pathTo('v1-users') }];
  const page = user && pathTo('v1-users-userId', { userId: user.id });
  if (page) return <Navigate to={page} replace />;
  if (user)
    return (
      <>
        <PageHeader title={shownName(personName(user), username)} parents={parents} />
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
  // 400 too: no user has a name that is invalid.
  const isNobody = isNoSuchThing(error);
  if (!isNobody)
    return (
      <>
        <PageHeader title={error ? username : undefined} parents={parents} />
        {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      </>
    );
  return (
    <AbsentPage
      title={t.nobodyCalled(username)}
      parents={parents}
      hint={t.nobodyCalledHint}
      action={
        <PathLink to={pathTo('v1-users-forNameContaining-searchtext', { searchtext: username })}>
          {t.searchFor(username)}
        </PathLink>
      }
    />
  );
}
