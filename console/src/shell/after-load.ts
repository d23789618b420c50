import type { AnyRouter } from '@tanstack/react-router';
import { loadServiceTexts } from '../platform/service-messages/service-text.ts';

/** Specification 9: manifest check and prefetch start about one second after the load; in milliseconds. */
export const startDelay = 1_000;

/**
 * Starts deferred work: polling for newer builds, preloading pages and translations of messages, unless the
 * connection is very slow.
 */
export function startAfterLoad(router: AnyRouter): void {
  if (hasSlowConnection()) return;
  window.setTimeout(() => {
    void loadServiceTexts();
    void import('./build-watch.ts').then(({ watchBuilds }) => watchBuilds(router), ignore);
    void import('./prefetch.ts').then(
      ({ prefetchMenuPages }) => prefetchMenuPages(router, startDelay),
      ignore,
    );
  }, startDelay);
}

/** The console works without them. */
function ignore(): void {
  return undefined;
}

interface NetworkInformation {
  effectiveType?: string;
  saveData?: boolean;
}

/** Whether the connection is very slow, or data saving is on. Not every browser reports this. */
function hasSlowConnection(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  if (connection === undefined) return false;
  return connection.saveData === true || ['slow-2g', '2g'].includes(connection.effectiveType ?? '');
}
