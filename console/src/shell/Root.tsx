import { Outlet } from '@tanstack/react-router';
import { Activity, lazy, Suspense, useEffect, useState } from 'react';
import { routes } from '@annals/contracts/routes';
import { startUp } from '../api/start-up.ts';
import { useAppState } from '../api/state.ts';
import { FailurePage } from './FailurePage.tsx';
import { loadShell } from './load-shell.ts';
import { useRouteName } from './route-name.ts';
import { StartScreen } from './StartScreen.tsx';

const Shell = lazy(loadShell);

/**
 * Renders nothing until start-up is done, and the shell only for signed-in users. Their page is prepared while
 * the data service is still responding: hidden, and without effects.
 */
export function Root() {
  const initialized = useAppState((state) => state.initialized);
  const hasUser = useAppState((state) => state.user !== undefined);
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
  const bare = name !== undefined && routes[name].access === 'everyone' && !name.startsWith('help');
  if (!initialized && (bare || !hasUser)) return <StartScreen />;
  if (bare) return <Outlet />;
  return (
    <>
      {!initialized && <StartScreen />}
      <Activity mode={initialized ? 'visible' : 'hidden'}>
        <Suspense fallback={<StartScreen />}>
          <Shell>
            <Suspense>
              <Outlet />
            </Suspense>
          </Shell>
        </Suspense>
      </Activity>
    </>
  );
}
