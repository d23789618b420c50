import type { FunctionComponent } from 'react';
import { hasNeeds, pages } from '@annals/contracts/pages';
import type { RouteName } from '@annals/contracts/routes';
import { prefetchers as ofUsers } from './features/users/users.queries.ts';
import type { PageAddress, Prefetchers } from './shared/page/page-address.ts';

/** The code of all pages but the login page's, which is part of the first code. */
const files = import.meta.glob<Record<string, FunctionComponent>>([
  './features/**/*Page.tsx',
  '!./features/session/LoginPage.tsx',
]);

/** The queries of each area, which are here before the code of most pages, so that their data is under way while that loads. */
const queries: Record<string, () => Promise<Prefetchers>> = {
  ...import.meta.glob<Prefetchers>(
    ['./features/*/*.queries.ts', '!./features/users/users.queries.ts'],
    { import: 'prefetchers' },
  ),
  // They come together with this file, and with the list of users (vite.config.ts).
  './features/users/users.queries.ts': async () => ofUsers,
};

/** The sign-in as it stands over a page. */
export const loadSignInOver = async () =>
  (await import('./features/session/SignInAgainDialog.tsx')).SignInAgainDialog;

/**
 * The page of a route, as the contract's table names it. Apart from the routes, so that who comes to sign in does not
 * load where everything else lies.
 */
export async function loadPage(name: RouteName): Promise<FunctionComponent> {
  const { file } = pages[name];
  const [loaded, frame] = await Promise.all([
    files[`./features/${file}.tsx`]?.(),
    hasNeeds(name) ? import('./shell/where-offered.tsx') : undefined,
  ]);
  const component = loaded?.[file.slice(file.lastIndexOf('/') + 1)];
  if (!component) throw new Error(`There is no page ${file}.`);
  return frame && hasNeeds(name) ? frame.whereOffered(name, component) : component;
}

/** Starts the first queries of a page. */
export async function prefetchPage(name: RouteName, address: PageAddress<string>): Promise<void> {
  const [area] = pages[name].file.split('/');
  const prefetchers = await queries[`./features/${area}/${area}.queries.ts`]?.();
  const prefetch: ((address: PageAddress<string>) => void) | undefined = prefetchers?.[name];
  prefetch?.(address);
}
