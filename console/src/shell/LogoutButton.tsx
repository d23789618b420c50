import { IconLogout2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { logout } from '../api/logout.ts';
import { queryClient } from '../api/query-client.ts';
import { ResponsiveButton } from '../shared/buttons/ResponsiveButton.tsx';
import { allUnsaved, discardAllUnsaved } from '../shared/forms/unsaved.ts';
import { lazyNamed } from '../shared/lazy-named.ts';
import { useShellTexts } from './shell.texts.ts';

const LeaveDialog = lazyNamed(() => import('../shared/forms/LeaveDialog.tsx'), 'LeaveDialog');

/** Asks first when something unsaved would be lost: afterwards nobody could save it any more. */
export function LogoutButton() {
  const t = useShellTexts();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setAsking(false);
    setLeaving(true);
    discardAllUnsaved();
    await logout();
    void import('./palette/recent-pages.ts').then(({ clearRecentPages }) => clearRecentPages());
    await navigate({ to: '/login' });
    // Not earlier: a page that is still there would ask for its data again.
    queryClient.clear();
  };
  const guard = { asking, stay: () => setAsking(false), leave: () => void leave() };
  return (
    <>
      <ResponsiveButton
        data-logout
        size="xs"
        variant="default"
        icon={<IconLogout2 size={16} />}
        loading={leaving}
        onClick={() => (allUnsaved().length > 0 ? setAsking(true) : void leave())}
      >
        {t.logout}
      </ResponsiveButton>
      <Suspense>{asking && <LeaveDialog guard={guard} question={t.logoutQuestion} />}</Suspense>
    </>
  );
}
