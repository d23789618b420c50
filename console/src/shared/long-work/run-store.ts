import { useSyncExternalStore } from 'react';
import { currentState, useAppState } from '../../api/state.ts';

/**
 * Long work of this tab, kept outside of the pages so that it goes on when they are left. Whoever signs in next in this
 * tab sees nothing of it.
 */
export function runStore<Run extends object>() {
  let current: { run: Run; userId: string | undefined } | undefined;
  const listeners = new Set<() => void>();
  const set = (run: Run | undefined) => {
    current = run && { run, userId: currentState().user?.id };
    for (const listener of listeners) listener();
  };
  const get = () => current?.run;
  return {
    get,
    set,
    change: (change: Partial<Run>) => {
      if (current === undefined) return;
      current = { ...current, run: { ...current.run, ...change } };
      for (const listener of listeners) listener();
    },
    /** Whether the person who started it is still the one who is signed in. */
    isMine: () => current?.userId === currentState().user?.id,
    useRun: (): Run | undefined => {
      const userId = useAppState(({ user }) => user?.id);
      const kept = useSyncExternalStore(subscribe, () => current);
      return kept?.userId === userId ? kept?.run : undefined;
    },
  };

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
}
