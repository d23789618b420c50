import { useSyncExternalStore } from 'react';
import { currentState, useAppState } from '../../api/state.ts';
import { keepUnsaved } from '../forms/unsaved.ts';

/**
 * Long work of this tab, kept outside of the pages so that it goes on when they are left. Whoever signs in next in this
 * tab sees nothing of it. While it is busy the tab is not closed unasked.
 */
export function runStore<Run extends object>(isBusy: (run: Run) => boolean) {
  let current: { run: Run; userId: string | undefined } | undefined;
  const listeners = new Set<() => void>();
  let letGo: (() => void) | undefined;
  const put = (next: typeof current) => {
    current = next;
    if (next === undefined || !isBusy(next.run)) {
      letGo?.();
      letGo = undefined;
    } else letGo ??= keepUnsaved({ holds: isMine, release: () => letGo?.() });
    for (const listener of listeners) listener();
  };
  const set = (run: Run | undefined) => put(run && { run, userId: currentState().user?.id });
  const get = () => current?.run;
  return {
    get,
    set,
    change: (change: Partial<Run>) => {
      if (current !== undefined) put({ ...current, run: { ...current.run, ...change } });
    },
    /** Whether the person who started it is still the one who is signed in. */
    isMine,
    useRun: (): Run | undefined => {
      const userId = useAppState(({ user }) => user?.id);
      const kept = useSyncExternalStore(subscribe, () => current);
      return kept?.userId === userId ? kept?.run : undefined;
    },
  };

  function isMine(): boolean {
    return current?.userId === currentState().user?.id;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
}
