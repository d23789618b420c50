import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getUser } from '@annals/contracts/users';
import type { User } from '../../platform/api/things.ts';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { queryOf } from '../../platform/api/query.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { shownPerson } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { LineSkeletons } from '../../ui/states/QueryPanel.tsx';
import { RolesForm } from './RolesForm.tsx';
import { useRoleTexts } from './roles.texts.ts';
import { NoSuchUser, useMayChange, useUserCrumbs } from './user-page-parts.tsx';
import { UserRoles } from './UserRoles.tsx';

/** The roles of a user as a checklist. */
export function UserRolesPage() {
  const t = useRoleTexts();
  const { userId } = useParams({ from: '/v1/users/$userId/roles' });
  const { data: user, error, refetch } = useQuery(queryOf(getUser, { params: { userId } }));
  const parents = useUserCrumbs({ userId, user, error });
  if (user === undefined && isNoSuchThing(error)) return <NoSuchUser />;
  const name = user && shownPerson(user);
  const ofUser = user ? <DirectRolesPanel user={user} /> : <LineSkeletons lines={6} />;
  return (
    <>
      <PageHeader
        title={name === undefined ? (error ? t.roles : undefined) : t.title(name)}
        parents={parents}
        action={<PathLink to={pathTo('roles')}>{t.aboutRoles}</PathLink>}
      />
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {(user || !error) && ofUser}
    </>
  );
}

function DirectRolesPanel({ user }: { user: User }) {
  const mayChange = useMayChange(user);
  // The buttons render with the roles, so that nothing shifts below them.
  if (useQuery(rolesQuery()).isPending) return <LineSkeletons lines={6} />;
  return mayChange ? <RolesForm user={user} /> : <UserRoles user={user} mayChange={false} />;
}
