import { currentState, useAppState } from '../api/state.ts';
import { createStore, useStore } from '../api/store.ts';
import { registerUnsaved } from '../unsaved.ts';

/**
 * Long work of this tab, stored outside the pages so that it continues when they are left. The next user of this tab
 * does not see it. Closing the tab asks for confirmation while it runs.
 */
export function runStore<Run extends object>(isBusy: (run: Run) => boolean) {
  type Current = { run: Run; userId: string | undefined } | undefined;
  const store = createStore<Current>(undefined);
  let unregister: (() => void) | undefined;
  const put = (next: Current) => {
    if (next === undefined || !isBusy(next.run)) {
      unregister?.();
      unregister = undefined;
    } else unregister ??= registerUnsaved({ isUnsaved: isMine, discard: () => unregister?.() });
    store.set(next);
  };
  const set = (run: Run | undefined) => put(run && { run, userId: currentState().user?.id });
  const get = () => store.get()?.run;
  return {
    get,
    set,
    change: (change: Partial<Run>) => {
      const current = store.get();
      if (current !== undefined) put({ ...current, run: { ...current.run, ...change } });
    },
    /** Whether the user who started it is still signed in. */
    isMine,
    useRun: (): Run | undefined => {
      const userId = useAppState(({ user }) => user?.id);
      const current = useStore(store);
      return current?.userId === userId ? current?.run : undefined;
    },
  };

  function isMine(): boolean {
    return store.get()?.userId === currentState().user?.id;
  }
}
