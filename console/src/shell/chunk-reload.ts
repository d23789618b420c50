import { storageProblem, tabStore } from '../platform/api/storage.ts';
import { product } from '../platform/api/product.ts';

/** Specification 9, "Page-reload guard", in milliseconds. */
export const reloadGuard = 10_000;

const failedLoads = new WeakSet<object>();

/** Remembers errors caused by code that could not be loaded. */
export function watchFailedLoads(): void {
  window.addEventListener('vite:preloadError', (event) => failedLoads.add(event.payload));
}

export function isFailedLoad(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failedLoads.has(error);
}

/**
 * Reloads a page whose code could not be loaded, for example after an update: at most once per 10 seconds per
 * path. Returns false if that was just tried and the error has to be shown.
 */
export function reloadOnce(
  path: string,
  reload: (path: string) => void = (target) => window.location.replace(target),
  now: number = Date.now(),
): boolean {
  const storageKey = `${product}.reload:${path.split(/[?#]/, 1)[0]}`;
  const last = tabStore.get(storageKey);
  if (last !== null && now - Number(last) < reloadGuard) return false;
  // Without a storage, nothing would stop the next reload, and a session that only this page remembers would end.
  if (!tabStore.set(storageKey, String(now)) || storageProblem.get() !== undefined) return false;
  reload(path);
  return true;
}
