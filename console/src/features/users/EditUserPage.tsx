import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { getUser } from '@annals/contracts/users';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { queryOf } from '../../platform/api/query.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import { personName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LineSkeletons } from '../../ui/states/QueryPanel.tsx';
import { EditUser } from './EditUser.tsx';
import { useEditUserTexts } from './edit-user.texts.ts';
import { NoSuchUser, useUserCrumbs } from './user-page-parts.tsx';
import { useUserTexts } from './users.texts.ts';

/** Changes a user: profile, email, user name, language, status. */
export function EditUserPage() {
  const t = useEditUserTexts();
  const shared = useUserTexts();
  const { userId } = useParams({ from: '/v1/users/$userId/edit' });
  const { data: user, error, refetch } = useQuery(queryOf(getUser, { params: { userId } }));
  const parents = useUserCrumbs({ userId, user, error });
  if (user === undefined && isNoSuchThing(error)) return <NoSuchUser />;
  const title = user && t.title(personName(user) ?? shared.user);
  return (
    <>
      <PageHeader title={title ?? (error ? t.titleOfUnknown : undefined)} parents={parents} />
      {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {user === undefined && !error && <LineSkeletons lines={6} />}
      {user?.mayChange === false && (
        <EmptyState
          title={t.mayNot}
          hint={t.mayNotHint}
          action={<PathLink to={pathTo('v1-users-userId', { userId })}>{t.back}</PathLink>}
        />
      )}
      {user && user.mayChange !== false && <EditUser user={user} />}
    </>
  );
}
