import { Suspense, useEffect } from 'react';
import { useStore } from '../../api/store.ts';
import { lazyNamed } from '../lazy-named.ts';
import { pendingReauthentication } from './reauthentication.ts';

const ReauthenticationDialog = lazyNamed(
  () => import('./ReauthenticationDialog.tsx'),
  'ReauthenticationDialog',
);

/** Asks for the password where `withReauthentication` needs it; one of it stands on the page. */
export function Reauthentication() {
  const asked = useStore(pendingReauthentication);
  // Who leaves the page gives no proof any more.
  useEffect(() => () => pendingReauthentication.get()?.refused(), []);
  if (!asked) return null;
  return (
    <Suspense>
      <ReauthenticationDialog onGiven={asked.given} onRefused={asked.refused} />
    </Suspense>
  );
}
