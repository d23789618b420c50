import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { logout } from '../platform/api/logout.ts';
import { queryClient } from '../platform/api/query.ts';
import { discardAllUnsaved } from '../platform/unsaved.ts';

/** Logs out, forgets the user's data and goes to the login page, by way of the identity provider if it has to. */
export function useLeave(): { leave: () => Promise<void>; isLeaving: boolean } {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    discardAllUnsaved();
    const providerSignOutUrl = await logout();
    void import('./palette/recent-pages.ts').then(({ clearRecentPages }) => clearRecentPages());
    if (providerSignOutUrl !== undefined) {
      window.location.assign(providerSignOutUrl);
      return;
    }
    await navigate({ to: '/login' });
    // Not earlier: a page that is still mounted would refetch its data.
    queryClient.clear();
  };
  return { leave, isLeaving };
}
