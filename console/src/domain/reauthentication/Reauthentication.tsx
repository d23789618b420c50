import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import {
  askForReauthentication,
  pendingReauthentication,
} from '../../platform/api/reauthentication.ts';
import { useStore } from '../../platform/api/store.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';

const ReauthenticationDialog = lazyNamed(
  () => import('./ReauthenticationDialog.tsx'),
  'ReauthenticationDialog',
);

/** Asks for the password when a call needs a recent proof of identity, on whatever page. */
export function Reauthentication() {
  const pending = useStore(pendingReauthentication);
  const page = useLocation({ select: ({ pathname }) => pathname });
  // Leaving the page cancels the request.
  useEffect(askForReauthentication, [page]);
  if (!pending) return null;
  return (
    <Suspense>
      <ReauthenticationDialog
        refusal={pending.refusal}
        onGiven={pending.given}
        onRefused={pending.refused}
      />
    </Suspense>
  );
}
