import { listInvitations, listUserSessions } from '@annals/contracts/user-administration';
import { changePassword } from '@annals/contracts/account';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, useState } from 'react';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { useInvitationTexts } from '../../domain/invitations/invitations.texts.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { usePageLocation } from '../../platform/page-location.ts';
import { oneOf } from '../../platform/search.ts';
import { LineSkeletons } from '../../ui/states/QueryPanel.tsx';
import { type Tab, Tabs } from '../../ui/tabs/Tabs.tsx';
import { useAccountTexts } from './account.texts.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { MyAccount } from './MyAccount.tsx';

const Security = lazyNamed(() => import('./Security.tsx'), 'Security');
const Sessions = lazyNamed(() => import('./Sessions.tsx'), 'Sessions');
const MyPermissions = lazyNamed(() => import('./MyPermissions.tsx'), 'MyPermissions');
const People = lazyNamed(() => import('./People.tsx'), 'People');
const Invitations = lazyNamed(() => import('./Invitations.tsx'), 'Invitations');
const InviteDialog = lazyNamed(
  () => import('../../domain/invitations/InviteDialog.tsx'),
  'InviteDialog',
);

/** The user's own account and, with permission, the users they manage. */
export function AccountPage() {
  const t = useAccountTexts();
  const { invite } = useInvitationTexts();
  const mayInvite = useMay('users:write');
  const [inviting, setInviting] = useState(false);
  return (
    <>
      <PageHeader
        title={t.page}
        action={
          mayInvite && (
            <ResponsiveButton
              icon={<IconUserPlus size={16} stroke={1.75} aria-hidden />}
              onClick={() => setInviting(true)}
              {...InviteDialog.onApproach}
            >
              {invite}
            </ResponsiveButton>
          )
        }
      />
      <AccountTabs />
      {inviting && (
        <Suspense>
          <InviteDialog onClose={() => setInviting(false)} />
        </Suspense>
      )}
    </>
  );
}

function AccountTabs() {
  const t = useAccountTexts();
  const mayReadOthers = useMayReadOthers();
  if (mayReadOthers === undefined) return <LineSkeletons lines={6} />;
  const part = (
    id: string,
    name: string,
    Content: ComponentType,
    preload?: () => Promise<unknown>,
  ): Tab => ({
    id,
    name,
    ...(preload && { preload }),
    content: <Content />,
  });
  return (
    <Tabs
      label={t.parts}
      tabs={[
        part('account', t.account, MyAccount),
        { ...part('security', t.security, Security, Security.preload), needs: changePassword },
        { ...part('sessions', t.sessions, Sessions, Sessions.preload), needs: listUserSessions },
        part('rights', t.rights, MyPermissions, MyPermissions.preload),
        ...(mayReadOthers
          ? [
              part('people', t.people, People, People.preload),
              {
                ...part('invitations', t.invitations, Invitations, Invitations.preload),
                needs: listInvitations,
              },
            ]
          : []),
      ]}
    />
  );
}

/**
 * Whether the tabs for people and invitations are shown. Undefined while unknown and one of them is requested:
 * no other tab must flash in its place.
 */
function useMayReadOthers(): boolean | undefined {
  const { search } = usePageLocation();
  const mayRead = useMay('users:read');
  const roles = useQuery(rolesQuery());
  const tabInAddress = oneOf(search['tab']);
  const forOthers = tabInAddress === 'people' || tabInAddress === 'invitations';
  return forOthers && roles.isPending ? undefined : mayRead;
}
