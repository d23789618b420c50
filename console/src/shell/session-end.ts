import type { AnyRouter } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { loseSession, sessionPhase } from '../api/session.ts';
import { clearUser } from '../api/state.ts';
import { allUnsaved } from '../shared/forms/unsaved.ts';
import { stringifySearch } from '../shared/search.ts';
import { loginSearch } from './login-search.ts';
import type { SignInOverlayProps } from './sign-in-overlay.tsx';

/**
 * When the session ends, redirects to the login page; with unsaved changes, the user signs in over the page.
 * @param loadSignIn loads the dialog, because the shell imports no feature
 * @returns stops it
 */
export function followSession(
  router: AnyRouter,
  loadSignIn: () => Promise<FunctionComponent<SignInOverlayProps>>,
): () => void {
  const goToLogin = () => {
    clearUser();
    const { href } = router.latestLocation;
    const path = `/login${stringifySearch(loginSearch(href))}`;
    if (router.latestLocation.pathname !== '/login') router.history.push(path);
  };
  const interrupt = () => {
    sessionPhase.set('interrupted');
    Promise.all([import('./sign-in-overlay.tsx'), loadSignIn()]).then(
      ([{ showSignInOverlay }, SignIn]) => showSignInOverlay(router, SignIn),
      // Its code cannot be loaded.
      () => sessionPhase.set('ended'),
    );
  };
  const stop = sessionPhase.subscribe(() => {
    const phase = sessionPhase.get();
    if (phase === 'ended') goToLogin();
    if (phase !== 'lost') return;
    const isOnLogin = router.latestLocation.pathname === '/login';
    if (allUnsaved().length > 0 && !isOnLogin) interrupt();
    else sessionPhase.set('ended');
  });
  const onStorage = ({ key, newValue }: StorageEvent) => {
    // `key` is null after everything was removed at once.
    if ((key === 'auth' || key === null) && newValue === null) loseSession();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
  };
}
