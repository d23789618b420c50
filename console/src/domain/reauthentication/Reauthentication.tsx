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
  const pending = useStore(pendingReauthentication);
  // Leaving the page cancels the request.
  useEffect(() => () => pendingReauthentication.get()?.refused(), []);
  if (!pending) return null;
  return (
    <Suspense>
      <ReauthenticationDialog onGiven={pending.given} onRefused={pending.refused} />
    </Suspense>
  );
}
