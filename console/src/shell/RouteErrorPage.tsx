import { useLocation, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { NotAuthenticated } from '../api/errors.ts';
import { isFailedLoad, reloadOnce } from './chunk-reload.ts';
import { FailurePage } from './FailurePage.tsx';
import { StartScreen } from './StartScreen.tsx';

/** What a page shows that threw: a reload when only its code was missing, else the generic error page. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const href = useLocation({ select: (location) => location.href });
  const [reloading] = useState(() => isFailedLoad(error) && reloadOnce(href));
  if (reloading || error instanceof NotAuthenticated) return <StartScreen />;
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return <FailurePage error={error} onTryAgain={tryAgain} />;
}
