import type { FunctionComponent } from 'react';
import { routes, type RouteName } from '@annals/contracts/routes';

/** The code of all pages but the login page's, which is part of the first code. */
const files = import.meta.glob<Record<string, FunctionComponent>>([
  './features/**/*Page.tsx',
  '!./features/session/LoginPage.tsx',
]);

/** The sign-in as it stands over a page. */
export const loadSignInOver = async () =>
  (await import('./features/session/SignInAgainDialog.tsx')).SignInAgainDialog;

/**
 * The page of a route, as the contract's table names it. Apart from the routes, so that who comes to sign in does not
 * load where everything else lies.
 */
export async function loadPage(name: RouteName): Promise<FunctionComponent> {
  const { page } = routes[name];
  const loaded = await files[`./features/${page}.tsx`]?.();
  const component = loaded?.[page.slice(page.lastIndexOf('/') + 1)];
  if (!component) throw new Error(`There is no page ${page}.`);
  return component;
}
