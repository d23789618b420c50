import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getUser } from '@annals/contracts/users';
import { queryOf } from '../../platform/api/query.ts';
import { personName, shownPerson } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { LineSkeletons } from '../../ui/states/QueryPanel.tsx';
import { RolesForm } from './RolesForm.tsx';
import { useRoleTexts } from './roles.texts.ts';
import { UserFrame, useMayChange, useUserCrumbs } from './user-page-parts.tsx';
import { UserRoles } from './UserRoles.tsx';
import { useUserTexts } from './users.texts.ts';

/** The roles of a user as a checklist. */
export function UserRolesPage() {
  const t = useRoleTexts();
  const { userId } = useParams({ from: '/v1/users/$userId/roles' });
  return (
    <UserFrame name={t.roles} lines={6}>
      <DirectRoles userId={userId} />
    </UserFrame>
  );
}

function DirectRoles({ userId }: { userId: string }) {
  const t = useRoleTexts();
  const shared = useUserTexts();
  const query = useSuspenseQuery(queryOf(getUser, { params: { userId } }));
  const user = query.data;
  const mayChange = useMayChange(user);
  const parents = useUserCrumbs({ userId, name: personName(user) ?? shared.user });
  const { isPending } = useQuery(rolesQuery());
  return (
    <>
      <PageHeader
        title={t.title(shownPerson(user))}
        parents={parents}
        query={query}
        action={<PathLink to={pathTo('roles')}>{t.aboutRoles}</PathLink>}
      />
      {/* The buttons render with the roles, so that nothing shifts below them. */}
      {isPending ? (
        <LineSkeletons lines={6} />
      ) : mayChange ? (
        <RolesForm user={user} />
      ) : (
        <UserRoles user={user} mayChange={false} />
      )}
    </>
  );
}
