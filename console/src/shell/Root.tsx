import { Outlet } from '@tanstack/react-router';
import { Activity, lazy, Suspense, useEffect, useState } from 'react';
import { routes } from '@annals/contracts/routes';
import { serviceNames } from '@annals/contracts/service-name';
import { isAnnounced } from '../platform/api/announced.ts';
import { startUp } from '../platform/api/start-up.ts';
import { useAppState } from '../platform/api/state.ts';
import { lazyNamed } from '../platform/lazy-named.ts';
import { loadShell } from './load-shell.ts';
import { useRouteName } from './route-name.ts';
import { StartScreen } from './StartScreen.tsx';

const Shell = lazy(loadShell);
const StartTrouble = lazyNamed(() => import('./StartTrouble.tsx'), 'StartTrouble');

/** How long a start-up may take until the page says what it waits for, in milliseconds. */
const patience = 3_000;

/**
 * Renders nothing until start-up is done, and the shell only for signed-in users. Their page is prepared while
 * the data service is still responding: hidden, and without effects. A page that is open to everyone needs no user, so
 * it opens also when none comes.
 */
export function Root() {
  const initialized = useAppState((state) => state.initialized);
  const hasUser = useAppState((state) => state.user !== undefined);
  const name = useRouteName();
  const isOpen = name !== undefined && routes[name].access === 'everyone';
  const { failure, isLate, tryAgain } = useStartUp(initialized, isOpen);

  // Once shown, it stays: another tab may sign somebody in, for whom the start-up is repeated, while a form is filled in.
  const [wasShown, setWasShown] = useState(false);
  const ready = initialized || (isOpen && (failure !== undefined || isLate || wasShown));
  if (wasShown !== (isOpen && ready)) setWasShown(isOpen && ready);
  const waiting =
    failure || isLate ? (
      <Suspense fallback={<StartScreen />}>
        <StartTrouble failure={failure} onTryAgain={tryAgain} />
      </Suspense>
    ) : (
      <StartScreen />
    );
  const bare = isOpen && !/^(?:help|licenses)/.test(name);
  if (!ready && (bare || failure || !hasUser)) return waiting;
  // The session has ended: the login page follows.
  if (name !== undefined && !isOpen && !hasUser) return <StartScreen />;
  if (bare) return <Outlet />;
  return (
    <>
      {!ready && waiting}
      <Activity mode={ready ? 'visible' : 'hidden'}>
        <Suspense fallback={<StartScreen />}>
          <Shell>
            {/* A page requests its data while it renders, which services of others may not see before the user is known. */}
            {(ready || serviceNames.every(isAnnounced)) && (
              <Suspense>
                <Outlet />
              </Suspense>
            )}
          </Shell>
        </Suspense>
      </Activity>
    </>
  );
}

/** @param isOpen whether the page is open to everyone; when another one follows, a failed start-up is repeated for it */
function useStartUp(initialized: boolean, isOpen: boolean) {
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<{ run: string; error: unknown }>();
  const [lateRun, setLateRun] = useState<string>();
  const run = `${isOpen} ${attempt}`;
  useEffect(() => {
    if (initialized) return undefined;
    let isOver = false;
    const timer = setTimeout(() => setLateRun(run), patience);
    startUp().catch((error: unknown) => {
      if (!isOver) setFailure({ run, error });
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      setFailure(undefined);
      setLateRun(undefined);
    };
  }, [initialized, run]);
  return {
    failure: failure?.run === run ? failure : undefined,
    isLate: lateRun === run,
    tryAgain: () => setAttempt((count) => count + 1),
  };
}
