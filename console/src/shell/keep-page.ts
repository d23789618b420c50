import type { FunctionComponent } from 'react';
import { areCallsHeld, endHold, holdCalls } from '../api/hold.ts';
import { allUnsaved } from '../shared/forms/unsaved.ts';
import { pages } from './session-end.ts';
import type { SignInOverlayProps } from './sign-in-overlay.tsx';

/**
 * From now on a session that ends begins again over the page where something unsaved would be lost. It is no part of
 * the first code: the login page has nothing to lose.
 * @param loadSignIn the sign-in as it stands over a page; the shell knows no feature
 */
export function keepPages(loadSignIn: () => Promise<FunctionComponent<SignInOverlayProps>>): void {
  pages.keep = (router, otherwise) => {
    if (areCallsHeld()) return true;
    if (allUnsaved().length === 0) return false;
    holdCalls();
    Promise.all([import('./sign-in-overlay.tsx'), loadSignIn()]).then(
      ([{ showSignInOverlay }, SignIn]) => showSignInOverlay(router, SignIn),
      () => {
        // Its code cannot be loaded: then the way in is the page.
        endHold(true);
        otherwise();
      },
    );
    return true;
  };
}
