import type { User } from '../../platform/api/things.ts';
import { personName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import type { Crumb } from '../../ui/page/PageHeader.tsx';
import { AbsentPage } from '../../ui/page/AbsentPage.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useMayOpen } from '../../domain/permissions/may-open.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { useUserTexts } from './users.texts.ts';

export function NoSuchUser() {
  const t = useUserTexts();
  const mayOpen = useMayOpen();
  return (
    <AbsentPage
      title={t.noSuchUser}
      parents={useUserCrumbs()}
      hint={t.noSuchUserHint}
      action={mayOpen('v1-users') && <PathLink to={pathTo('v1-users')}>{t.allUsers}</PathLink>}
    />
  );
}

/** The users list for users who can open it, and the user on subpages. */
export function useUserCrumbs(below?: {
  userId: string;
  user: User | undefined;
  error: Error | null;
}): Crumb[] {
  const t = useUserTexts();
  const mayOpen = useMayOpen();
  const crumbs: Crumb[] = mayOpen('v1-users') ? [{ name: t.users, to: pathTo('v1-users') }] : [];
  if (below)
    crumbs.push({
      name:
        (below.user && personName(below.user)) ?? (below.user || below.error ? t.user : undefined),
      to: pathTo('v1-users-userId', { userId: below.userId }),
    });
  return crumbs;
}

/** Whether the signed-in user may change this user; falls back to the general permission. */
export function useMayChange(user: User | undefined): boolean {
  return useMay('users:write') && user !== undefined && user.mayChange !== false;
}
