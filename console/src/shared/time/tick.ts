const period = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/**
 * Calls the listener every ten seconds. One timer serves all moments of a page; it stops with the last of them.
 * Made for `useSyncExternalStore` with the text as the snapshot: a moment renders again only when its words change.
 */
export function subscribeToTick(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, period);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
