import type { AnyRouter } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { flushSync } from 'react-dom';
import { sessionPhase } from '../platform/api/session.ts';
import { allUnsaved, discardAllUnsaved } from '../platform/unsaved.ts';
import { loginSearch } from './login-search.ts';
import { isOpenPage } from './open-page.ts';
import { signInOverlay } from './overlay.ts';

export interface SignInOverlayProps {
  /** Called when the same user has signed in again. */
  onResumed: () => void;
  /** Called when another user signed in: the page is reset for them. */
  onTakenOver: () => void;
  /** Called when the user leaves the page. */
  onLeave: () => void;
}

export interface TakeOverOverlayProps extends Pick<
  SignInOverlayProps,
  'onResumed' | 'onTakenOver'
> {
  /** Called when nobody is signed in any more, and the person of the page wants to be. */
  onSignIn: () => void;
}

/**
 * Opens the sign-in over the page. The address bar shows the login page, as does a reload, while the page stays
 * mounted: the router's route masking.
 */
export function showSignInOverlay(
  router: AnyRouter,
  SignIn: FunctionComponent<SignInOverlayProps>,
): void {
  const { href } = router.latestLocation;
  const focused = document.activeElement;
  const setAddress = (masked: boolean) =>
    router.navigate({
      to: '.',
      search: true,
      hash: true,
      params: true,
      // The router ignores a navigation that changes nothing.
      state: (state) => ({ ...state, signInOver: masked }),
      ...(masked && {
        mask: { to: '/login', search: loginSearch(href), unmaskOnReload: true },
      }),
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
      ignoreBlocker: true,
    });
  const unsubscribe = router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    // The user pressed Back and agreed to lose unsaved changes; without a session this opens the login page.
    if (toLocation.pathname === '/login') giveUp();
  });
  const remove = () => {
    unsubscribe();
    signInOverlay.set(undefined);
  };
  const giveUp = () => {
    remove();
    sessionPhase.set('ended');
  };
  void setAddress(true);
  signInOverlay.set(
    <SignIn
      onResumed={() => {
        flushSync(remove);
        void setAddress(false);
        sessionPhase.set('resumed');
        restoreFocus(focused);
      }}
      onTakenOver={() => {
        discardAllUnsaved();
        window.location.replace(href);
      }}
      onLeave={() => {
        discardAllUnsaved();
        const { maskedLocation } = router.latestLocation;
        router.history.push(maskedLocation?.href ?? '/login', {}, { ignoreBlocker: true });
      }}
    />,
  );
}

interface AfterTakeOver {
  /** Lets the person of the page sign in again, over the page if it has something unsaved. */
  signIn: () => void;
  /** The user went back to a page that is open to everyone. */
  showOpenPage: () => void;
}

/**
 * Opens the notice that another tab has signed somebody else in. The page stays mounted below: what was typed can still be
 * copied, and goes on if its person comes back.
 */
export function showTakeOverOverlay(
  router: AnyRouter,
  TakenOver: FunctionComponent<TakeOverOverlayProps>,
  { signIn, showOpenPage }: AfterTakeOver,
): void {
  const { href } = router.latestLocation;
  const focused = document.activeElement;
  const unsubscribe = router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    if (!isOpenPage(toLocation.pathname)) return;
    remove();
    showOpenPage();
  });
  const remove = () => {
    unsubscribe();
    signInOverlay.set(undefined);
  };
  signInOverlay.set(
    <TakenOver
      onResumed={() => {
        flushSync(remove);
        sessionPhase.set('resumed');
        restoreFocus(focused);
      }}
      onTakenOver={() => {
        discardAllUnsaved();
        window.location.replace(href);
      }}
      onSignIn={() => {
        remove();
        signIn();
      }}
    />,
  );
}

/** Returns the focus; a button that was saving had already lost it. */
function restoreFocus(focused: Element | null): void {
  if (focused instanceof HTMLElement && focused !== document.body && focused.isConnected)
    focused.focus();
  else allUnsaved().at(-1)?.focus?.();
}

declare module '@tanstack/history' {
  interface HistoryState {
    signInOver?: boolean;
  }
}
