import type { AnyRouter } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import {
  loseSession,
  sessionPhase,
  showPageOf,
  stopUnlessOwn,
  storedAuth,
} from '../platform/api/session.ts';
import { changeState, clearUser } from '../platform/api/state.ts';
import { allUnsaved } from '../platform/unsaved.ts';
import { stringifySearch } from '../platform/search.ts';
import { loginSearch } from './login-search.ts';
import { isOpenPage } from './open-page.ts';
import type { SignInOverlayProps, TakeOverOverlayProps } from './sign-in-overlay.tsx';

/**
 * When the session ends, redirects to the login page; with unsaved changes, the user signs in over the page. When another
 * tab has signed somebody else in, the page says so.
 * @param loadSignIn loads the dialog, because the shell imports no feature
 * @param loadTakeOver the same for the dialog about somebody else
 * @returns stops it
 */
export function followSession(
  router: AnyRouter,
  loadSignIn: () => Promise<FunctionComponent<SignInOverlayProps>>,
  loadTakeOver: () => Promise<FunctionComponent<TakeOverOverlayProps>>,
): () => void {
  const isOpen = () => isOpenPage(router.latestLocation.pathname);
  const goToLogin = () => {
    showPageOf(undefined);
    clearUser();
    // Such a page needs no session: a link to set a password would be lost.
    if (isOpen()) return;
    const { href } = router.latestLocation;
    router.history.push(`/login${stringifySearch(loginSearch(href))}`);
  };
  const interrupt = () => {
    sessionPhase.set('interrupted');
    Promise.all([import('./sign-in-overlay.tsx'), loadSignIn()]).then(
      ([{ showSignInOverlay }, SignIn]) => showSignInOverlay(router, SignIn),
      // Its code cannot be loaded.
      () => sessionPhase.set('ended'),
    );
  };
  const signIn = () => {
    if (allUnsaved().length > 0 && !isOpen()) interrupt();
    else sessionPhase.set('ended');
  };
  const showOpenPage = () => {
    // Such a page is nobody's: whoever goes on from it is loaded first.
    showPageOf(undefined);
    clearUser();
    changeState({ initialized: false });
    sessionPhase.set('begun');
  };
  const showTakeOver = async () => {
    if (isOpen()) return showOpenPage();
    try {
      const { isOwnAgain } = await import('../platform/api/current-user.ts');
      const isOwn = await isOwnAgain();
      if (sessionPhase.get() !== 'takenOver') return;
      if (isOwn) return sessionPhase.set('resumed');
      const [{ showTakeOverOverlay }, TakenOver] = await Promise.all([
        import('./sign-in-overlay.tsx'),
        loadTakeOver(),
      ]);
      if (isOpen()) return showOpenPage();
      showTakeOverOverlay(router, TakenOver, { signIn, showOpenPage });
    } catch {
      // Its code cannot be loaded: the page of the new person is as good an answer.
      window.location.reload();
    }
  };
  const stop = sessionPhase.subscribe(() => {
    const phase = sessionPhase.get();
    if (phase === 'ended') goToLogin();
    if (phase === 'takenOver') void showTakeOver();
    if (phase !== 'lost') return;
    signIn();
  });
  const onStorage = ({ key }: StorageEvent) => {
    // `key` is null after everything was removed at once.
    // Not what the event tells: its person may have signed in again since.
    if ((key === 'auth' || key === null) && storedAuth() === null) loseSession();
    else stopUnlessOwn();
  };
  // A page from the back-forward cache has heard of nothing.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) stopUnlessOwn();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    stop();
    window.removeEventListener('pageshow', onPageShow);
    window.removeEventListener('storage', onStorage);
  };
}
