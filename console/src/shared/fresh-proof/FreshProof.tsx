import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { askedProof, subscribeToProof } from './fresh-proof.ts';

const FreshProofDialog = lazy(async () => ({
  default: (await import('./FreshProofDialog.tsx')).FreshProofDialog,
}));

/** Asks for the password where `withFreshProof` needs it; one of it stands on the page. */
export function FreshProof() {
  const asked = useSyncExternalStore(subscribeToProof, askedProof);
  // Who leaves the page gives no proof any more.
  useEffect(() => () => askedProof()?.refused(), []);
  if (!asked) return null;
  return (
    <Suspense>
      <FreshProofDialog onGiven={asked.given} onRefused={asked.refused} />
    </Suspense>
  );
}
