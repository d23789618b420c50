import type { AnyRouter } from '@tanstack/react-router';
import { continueVisit } from '@annals/contracts/visits';
import { prefetch } from '../platform/api/query.ts';
import { currentState, subscribeToState } from '../platform/api/state.ts';
import { hasCapability } from '../platform/capabilities.ts';
import { visitQuery } from '../domain/visits/visit.queries.ts';
import { loadShell } from './load-shell.ts';
import { menuFor } from './menu/menu-entries.ts';
import { loadPalette } from './palette/load-palette.ts';

/** Preloads the code of the pages in the side menu once there is a user. */
export function prefetchMenuPages(router: AnyRouter, delay: number): void {
  if (isReady()) {
    void fetchMenuPages(router);
    return;
  }
  // While the user is typing the password, there is time to load the next page.
  loadShell().catch(() => undefined);
  const stop = subscribeToState(() => {
    if (!isReady()) return;
    stop();
    // The page after the sign-in, or after a slow start-up, has priority.
    window.setTimeout(() => void fetchMenuPages(router), delay);
  });
}

/** Otherwise calls of the start-up would wait behind the files of pages. */
function isReady(): boolean {
  const { initialized, user } = currentState();
  return initialized && user !== undefined;
}

async function fetchMenuPages(router: AnyRouter): Promise<void> {
  void recordPages(router).catch(() => undefined);
  recordVisits(router);
  const routes = new Map(
    Object.values(router.routesById).map((route) => [route.options.staticData?.name, route]),
  );
  for (const { entries } of menuFor(currentState().isGlobalMaster))
    for (const entry of entries) {
      const route = routes.get(entry.route);
      // Failures are repeated, or reported, when the page is opened.
      if (route) await Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined);
    }
  await loadPalette().catch(() => undefined);
}

/** The palette shows recent pages first. */
async function recordPages(router: AnyRouter): Promise<void> {
  const { recordRecentPages } = await import('./palette/recent-pages.ts');
  recordRecentPages(router);
}

/** Each opened page records that the user is here. */
function recordVisits(router: AnyRouter): void {
  router.subscribe('onRendered', () => {
    if (currentState().user !== undefined && hasCapability(continueVisit)) prefetch(visitQuery);
  });
}
