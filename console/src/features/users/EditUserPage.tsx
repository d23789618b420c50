import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getUser } from '@annals/contracts/users';
import { queryOf } from '../../platform/api/query.ts';
import { personName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { EditUser } from './EditUser.tsx';
import { useEditUserTexts } from './edit-user.texts.ts';
import { UserFrame, useUserCrumbs } from './user-page-parts.tsx';
import { useUserTexts } from './users.texts.ts';

/** Changes a user: profile, email, user name, language, status. */
export function EditUserPage() {
  const t = useEditUserTexts();
  const { userId } = useParams({ from: '/v1/users/$userId/edit' });
  return (
    <UserFrame name={t.titleOfUnknown} lines={6}>
      <LoadedUser userId={userId} />
    </UserFrame>
  );
}

function LoadedUser({ userId }: { userId: string }) {
  const t = useEditUserTexts();
  const shared = useUserTexts();
  const query = useSuspenseQuery(queryOf(getUser, { params: { userId } }));
  const user = query.data;
  const name = personName(user) ?? shared.user;
  const parents = useUserCrumbs({ userId, name });
  return (
    <>
      <PageHeader title={t.title(name)} parents={parents} query={query} />
      {user.mayChange === false ? (
        <EmptyState
          title={t.mayNot}
          hint={t.mayNotHint}
          action={<PathLink to={pathTo('v1-users-userId', { userId })}>{t.back}</PathLink>}
        />
      ) : (
        <EditUser user={user} />
      )}
    </>
  );
}
