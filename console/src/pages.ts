import type { FunctionComponent } from 'react';
import { pages } from '@annals/contracts/pages';
import type { RouteName } from '@annals/contracts/routes';
import type { PageAddress, Prefetchers } from './shared/page/page-address.ts';

/** The code of all pages but the login page's, which is part of the first code. */
const files = import.meta.glob<Record<string, FunctionComponent>>([
  './features/**/*Page.tsx',
  '!./features/session/LoginPage.tsx',
]);

/** The queries of each area, which are here before the code of most pages, so that their data is under way while that loads. */
const queries = import.meta.glob<Prefetchers>('./features/*/*.queries.ts', {
  import: 'prefetchers',
});

/** The sign-in as it stands over a page. */
export const loadSignInOver = async () =>
  (await import('./features/session/SignInAgainDialog.tsx')).SignInAgainDialog;

/**
 * The page of a route, as the contract's table names it. Apart from the routes, so that who comes to sign in does not
 * load where everything else lies.
 */
export async function loadPage(name: RouteName): Promise<FunctionComponent> {
  const { file } = pages[name];
  const loaded = await files[`./features/${file}.tsx`]?.();
  const component = loaded?.[file.slice(file.lastIndexOf('/') + 1)];
  if (!component) throw new Error(`There is no page ${file}.`);
  return component;
}

/** Starts the first queries of a page. */
export async function prefetchPage(name: RouteName, address: PageAddress<string>): Promise<void> {
  const [area] = pages[name].file.split('/');
  const prefetchers = await queries[`./features/${area}/${area}.queries.ts`]?.();
  const prefetch: ((address: PageAddress<string>) => void) | undefined = prefetchers?.[name];
  prefetch?.(address);
}
