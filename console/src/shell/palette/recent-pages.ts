import { localStore } from '../../platform/api/storage.ts';
import * as z from 'zod/mini';
import type { AnyRouter } from '@tanstack/react-router';
import { matchRoute, routes } from '@annals/contracts/routes';
import { product, productTitle } from '../../platform/api/product.ts';
import { currentPersonKey } from '../../platform/api/state.ts';
import { onErased } from '../../domain/erasures/useErasures.ts';
import { pageHeadingId } from '../../ui/page/heading-focus.ts';

const recentPage = z.object({
  path: z.string(),
  name: z.string(),
  /** The names of its parent pages. */
  within: z.string(),
});
export type RecentPage = z.infer<typeof recentPage>;

const prefix = `${product}.places:`;
const maxStored = 20;

/**
 * The user's recently visited pages in this browser, newest first.
 * @param person the key of the user (person-key.ts)
 */
export function recentPagesOf(person: string): readonly RecentPage[] {
  try {
    const read = z.array(recentPage).safeParse(JSON.parse(localStore.get(prefix + person) ?? ''));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

/** Names are data: none of them may remain in a browser after logout. */
export function clearRecentPages(): void {
  for (const key of localStore.keys()) if (key.startsWith(prefix)) localStore.remove(key);
}

export function storeRecentPage(person: string, visited: RecentPage): void {
  const others = recentPagesOf(person).filter(({ path }) => path !== visited.path);
  localStore.set(prefix + person, JSON.stringify([visited, ...others].slice(0, maxStored)));
}

/** What did not exist at a moment in the past may exist now. */
function removeRecentPage(person: string, href: string): void {
  const { pathname, searchParams } = new URL(href, window.location.origin);
  if (searchParams.has('asOf')) return;
  const gone = pathWithAlias(pathname, searchParams);
  const others = recentPagesOf(person).filter(({ path }) => path !== gone);
  if (others.length < recentPagesOf(person).length)
    localStore.set(prefix + person, JSON.stringify(others));
}

/** After an erasure, the name in the title of any page of the object may be the erased value. */
function removeRecentPagesIn(partitionId: string): void {
  const person = currentPersonKey();
  if (person === undefined) return;
  const isElsewhere = ({ path }: RecentPage) =>
    matchRoute(path.split('?', 1)[0] ?? '')?.params['partitionId'] !== partitionId;
  localStore.set(prefix + person, JSON.stringify(recentPagesOf(person).filter(isElsewhere)));
}

/** Records each visited page once its name is known. */
export function recordRecentPages(router: AnyRouter): () => void {
  const record = () => {
    const person = currentPersonKey();
    // The heading belongs to the previous page until the new one is rendered.
    if (router.state.isLoading) return;
    const { href } = router.state.location;
    const visited = shownPage(href);
    if (person === undefined) return;
    if (visited) storeRecentPage(person, visited);
    else if (showsAbsentPage()) removeRecentPage(person, href);
  };
  // A page sets its title when the name of its subject has loaded.
  const title = new MutationObserver(record);
  title.observe(document.head, { subtree: true, childList: true, characterData: true });
  const stop = router.subscribe('onRendered', record);
  const stopForgetting = onErased(removeRecentPagesIn);
  record();
  return () => {
    title.disconnect();
    stop();
    stopForgetting();
  };
}

function shownPage(href: string): RecentPage | undefined {
  const { pathname, searchParams } = new URL(href, window.location.origin);
  const route = matchRoute(pathname);
  if (route === undefined || routes[route.name].access === 'everyone') return undefined;
  const heading = document.getElementById(pageHeadingId);
  const name = heading?.textContent.trim();
  if (!name || heading?.getAttribute('aria-busy') === 'true') return undefined;
  if (showsAbsentPage()) return undefined;
  if (!document.title.startsWith(`${name} · `)) return undefined;
  const within = document.title
    .slice(name.length)
    .split(' · ')
    .filter((part) => part !== '' && part !== productTitle);
  return {
    path: pathWithAlias(pathname, searchParams),
    name,
    within: within.join(' · '),
  };
}

function pathWithAlias(pathname: string, search: URLSearchParams): string {
  const alias = search.get('alias');
  return alias === null ? pathname : `${pathname}?alias=${encodeURIComponent(alias)}`;
}

/** Whether the page reports that its subject does not exist. */
function showsAbsentPage(): boolean {
  return document.getElementById(pageHeadingId)?.hasAttribute('data-absent') === true;
}
