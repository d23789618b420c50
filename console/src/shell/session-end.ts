import type { AnyRouter } from '@tanstack/react-router';
import { whenSessionEnds } from '../api/session.ts';
import { clearUser } from '../api/state.ts';
import { stringifySearch } from '../shared/search.ts';
import { loginSearch } from './login-search.ts';

/**
 * Set once there are pages (keep-page.ts): has the sign-in stand over a page that would lose something unsaved, and
 * says whether it does.
 */
export const pages: { keep?: (router: AnyRouter, otherwise: () => void) => boolean } = {};

/** Leads to the login page when a session cannot be saved, or was ended in another tab. */
export function redirectToLogin(router: AnyRouter): void {
  const goToLogin = () => {
    clearUser();
    const { href } = router.latestLocation;
    const path = `/login${stringifySearch(loginSearch(href))}`;
    if (router.latestLocation.pathname !== '/login') router.history.push(path);
  };
  const end = () => {
    if (!pages.keep?.(router, goToLogin)) goToLogin();
  };
  whenSessionEnds(end);
  window.addEventListener('storage', (event) => {
    // `key` is null when everything was removed at once.
    if ((event.key === 'auth' || event.key === null) && event.newValue === null) end();
  });
}
