import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { routes } from '@annals/contracts/routes';
import { startUp } from '../api/start-up.ts';
import { useAppState } from '../api/state.ts';
import { FailurePage } from './FailurePage.tsx';
import { loadShell } from './load-shell.ts';
import { useRouteName } from './route-name.ts';
import { StartScreen } from './StartScreen.tsx';

const Shell = lazy(loadShell);

/** Nothing renders before start-up is done; the pages of signed-in users stand in the shell. */
export function Root() {
  const initialized = useAppState((state) => state.initialized);
  const name = useRouteName();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const start = () => {
    startUp().catch((error: unknown) => setFailure({ error }));
  };
  useEffect(start, []);

  if (failure) {
    const tryAgain = () => {
      setFailure(undefined);
      start();
    };
    return <FailurePage error={failure.error} onTryAgain={tryAgain} />;
  }
  if (!initialized) return <StartScreen />;
  const bare = name !== undefined && routes[name].access === 'everyone' && !name.startsWith('help');
  return bare ? (
    <Outlet />
  ) : (
    <Suspense fallback={<StartScreen />}>
      <Shell>
        <Suspense>
          <Outlet />
        </Suspense>
      </Shell>
    </Suspense>
  );
}
