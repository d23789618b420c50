import * as z from 'zod/mini';
import type { AnyRouter } from '@tanstack/react-router';
import { buildManifest, latestBuild } from '@annals/contracts/console';
import { storageProblem } from '../platform/api/storage.ts';

/** The polling interval in milliseconds, while the page is visible. */
export const pollInterval = 60_000;

/** Polls for a newer build; if there is one, the page reloads at the next route change. */
export function watchBuilds(router: AnyRouter): void {
  const own = document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content;
  // A console in development has no build id.
  if (own === undefined) return;
  const look = async () => {
    if (document.visibilityState === 'visible' && (await isNewerBuild(own)))
      reloadAtNextRoute(router);
    else window.setTimeout(() => void look(), pollInterval);
  };
  void look();
}

function reloadAtNextRoute(router: AnyRouter): void {
  router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
    // A session that only this page remembers would end.
    if (pathChanged && storageProblem.get() === undefined) window.location.assign(toLocation.href);
  });
}

/** Whether the server has another complete build with its manifest. A network error does not count. */
export async function isNewerBuild(own: string): Promise<boolean> {
  try {
    const { id } = z.parse(latestBuild, await fetchJson('/builds/latest.json'));
    if (id === own) return false;
    const manifest = z.parse(
      buildManifest,
      await fetchJson(`/builds/meta/${encodeURIComponent(id)}.json`),
    );
    return manifest.id === id;
  } catch {
    return false;
  }
}

async function fetchJson(path: string): Promise<unknown> {
  const response = await fetch(path, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}
