import * as z from 'zod/mini';
import type { AnyRouter } from '@tanstack/react-router';
import { matchRoute, routes } from '@annals/contracts/routes';
import { product, productTitle } from '../../api/product.ts';
import { currentState } from '../../api/state.ts';
import { pageHeadingId } from '../../shared/page/heading-focus.ts';

const place = z.object({
  path: z.string(),
  name: z.string(),
  /** What it belongs to: the names of the pages above it. */
  within: z.string(),
});
export type Place = z.infer<typeof place>;

const prefix = `${product}.places:`;
const kept = 20;

/** Where a user has been in this browser, the last place first. */
export function placesOf(userId: string): readonly Place[] {
  try {
    const read = z.array(place).safeParse(JSON.parse(localStorage.getItem(prefix + userId) ?? ''));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

/** Names are data: nothing of them stays behind in a browser after logout. */
export function forgetPlaces(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix)) localStorage.removeItem(key);
}

export function keepPlace(userId: string, visited: Place): void {
  const others = placesOf(userId).filter(({ path }) => path !== visited.path);
  localStorage.setItem(prefix + userId, JSON.stringify([visited, ...others].slice(0, kept)));
}

/** Keeps each page that is visited under the name it has once that is known. */
export function recordPlaces(router: AnyRouter): () => void {
  const record = () => {
    const { user } = currentState();
    // Until the new page is there, the heading is still that of the old one.
    if (router.state.isLoading) return;
    const visited = presentPlace(router.state.location.href);
    if (user !== undefined && visited !== undefined) keepPlace(user.id, visited);
  };
  // A page writes its title when the name of what it shows has come.
  const title = new MutationObserver(record);
  title.observe(document.head, { subtree: true, childList: true, characterData: true });
  const stop = router.subscribe('onRendered', record);
  record();
  return () => {
    title.disconnect();
    stop();
  };
}

function presentPlace(href: string): Place | undefined {
  const { pathname, searchParams } = new URL(href, window.location.origin);
  const route = matchRoute(pathname);
  if (route === undefined || routes[route.name].access === 'everyone') return undefined;
  const heading = document.getElementById(pageHeadingId);
  const name = heading?.textContent.trim();
  if (!name || heading?.getAttribute('aria-busy') === 'true') return undefined;
  if (heading?.hasAttribute('data-absent')) return undefined;
  if (!document.title.startsWith(`${name} · `)) return undefined;
  const within = document.title
    .slice(name.length)
    .split(' · ')
    .filter((part) => part !== '' && part !== productTitle);
  const alias = searchParams.get('alias');
  return {
    path: alias === null ? pathname : `${pathname}?alias=${encodeURIComponent(alias)}`,
    name,
    within: within.join(' · '),
  };
}
