import type { FunctionComponent } from 'react';
import { hasNeeds, pages } from './platform/page-files.ts';
import { routes, type RouteName } from '@annals/contracts/routes';
import { serviceNames } from '@annals/contracts/service-name';
import { afterQueries } from './platform/api/after-queries.ts';
import { isAnnounced } from './platform/api/announced.ts';
import { storedAuth } from './platform/api/session.ts';
import { startUp } from './platform/api/start-up.ts';
import { currentState } from './platform/api/state.ts';
import { loaders as ofUsers } from './features/users/users.queries.ts';
import type { PageAddress, Loaders } from './ui/page/page-address.ts';

/** The code of all pages except the login page, which is part of the main bundle. */
const files = import.meta.glob<Record<string, FunctionComponent>>([
  './features/**/*Page.tsx',
  '!./features/session/LoginPage.tsx',
]);

/**
 * The queries of each area. They load before most pages, so that data is requested while the page's code is
 * loading.
 */
const queries: Record<string, () => Promise<Loaders>> = {
  ...import.meta.glob<Loaders>(
    ['./features/*/*.queries.ts', '!./features/users/users.queries.ts'],
    { import: 'loaders' },
  ),
  // Bundled with this file and with the users list (vite.config.ts).
  './features/users/users.queries.ts': async () => ofUsers,
};

/** The sign-in dialog over a page. */
export const loadSignInOver = async () =>
  (await import('./features/session/SignInAgainDialog.tsx')).SignInAgainDialog;

/** The notice that another tab has signed somebody else in. */
export const loadTakeOver = async () =>
  (await import('./features/session/TakenOverDialog.tsx')).TakenOverDialog;

/**
 * Loads the page of a route from the contract's table. This is separate from the routes, so that the login page
 * does not load the list of all files.
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

/** So long, in milliseconds, the previous page stays for data that need no placeholder then. */
const patienceMs = 150;

/**
 * Requests the first data of a page: at once if the services are known to be ours, otherwise when the user is loaded, which
 * the specification puts first and which tells whose services they are.
 * @param isOpening whether the page replaces another one
 */
export async function loadData(
  name: RouteName,
  address: PageAddress<string>,
  isOpening: boolean,
): Promise<void> {
  const { initialized } = currentState();
  if (initialized || serviceNames.every(isAnnounced)) {
    await prefetchPage(name, address);
    if (initialized && isOpening)
      await Promise.race([
        afterQueries(({ state }) => state.data === undefined),
        new Promise((resolve) => setTimeout(resolve, patienceMs)),
      ]);
    return;
  }
  // Not awaited: the router renders nothing before the loader has ended, not even what a late start-up waits for.
  startUp()
    .then(async () => {
      if (storedAuth() !== null || routes[name].access === 'everyone')
        await prefetchPage(name, address);
    })
    // Root shows why it failed, and the page itself asks for what is not here.
    .catch(() => undefined);
}

async function prefetchPage(name: RouteName, address: PageAddress<string>): Promise<void> {
  const [area] = pages[name].file.split('/');
  const loaders = await queries[`./features/${area}/${area}.queries.ts`]?.();
  const load: ((address: PageAddress<string>) => void) | undefined = loaders?.[name];
  load?.(address);
}
