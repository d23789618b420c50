import { Suspense, useEffect } from 'react';
import { useStore } from '../../api/store.ts';
import { lazyNamed } from '../lazy-named.ts';
import { askedProof } from './fresh-proof.ts';

const FreshProofDialog = lazyNamed(() => import('./FreshProofDialog.tsx'), 'FreshProofDialog');

/** Asks for the password where `withFreshProof` needs it; one of it stands on the page. */
export function FreshProof() {
  const asked = useStore(askedProof);
  // Who leaves the page gives no proof any more.
  useEffect(() => () => askedProof.get()?.refused(), []);
  if (!asked) return null;
  return (
    <Suspense>
      <FreshProofDialog onGiven={asked.given} onRefused={asked.refused} />
    </Suspense>
  );
}
