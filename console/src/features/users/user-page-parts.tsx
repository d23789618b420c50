import type { User } from '../../platform/api/things.ts';
import { pathTo } from '../../platform/links.ts';
import { PageFrame, type PageFrameProps } from '../../ui/page/PageFrame.tsx';
import type { Crumb } from '../../ui/page/PageHeader.tsx';
import { useMayOpen } from '../../domain/permissions/may-open.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { useUserTexts } from './users.texts.ts';

export function UserFrame(props: Omit<PageFrameProps, 'parents' | 'absent'>) {
  const t = useUserTexts();
  const absent = { noSuch: t.noSuchUser, noSuchHint: t.noSuchUserHint, all: t.allUsers };
  return <PageFrame parents={useUserCrumbs()} absent={absent} {...props} />;
}

/** The users list for users who can open it, and the user on subpages. */
export function useUserCrumbs(below?: { userId: string; name: string }): Crumb[] {
  const t = useUserTexts();
  const mayOpen = useMayOpen();
  const crumbs: Crumb[] = mayOpen('v1-users') ? [{ name: t.users, to: pathTo('v1-users') }] : [];
  if (below)
    crumbs.push({ name: below.name, to: pathTo('v1-users-userId', { userId: below.userId }) });
  return crumbs;
}

/** Whether the signed-in user may change this user; falls back to the general permission. */
export function useMayChange(user: User | undefined): boolean {
  return useMay('users:write') && user !== undefined && user.mayChange !== false;
}
