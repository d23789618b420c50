import { Suspense, useEffect } from 'react';
import { useStore } from '../../platform/api/store.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pendingReauthentication } from './reauthentication.ts';

const ReauthenticationDialog = lazyNamed(
  () => import('./ReauthenticationDialog.tsx'),
  'ReauthenticationDialog',
);

/** Asks for the password when `withReauthentication` needs it; rendered once per page. */
export function Reauthentication() {
  const asked = useStore(pendingReauthentication);
  // Leaving the page cancels the request.
  useEffect(() => () => pendingReauthentication.get()?.refused(), []);
  if (!asked) return null;
  return (
    <Suspense>
      <ReauthenticationDialog onGiven={asked.given} onRefused={asked.refused} />
    </Suspense>
  );
}
