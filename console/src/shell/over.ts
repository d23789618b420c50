import { useSyncExternalStore, type ReactNode } from 'react';

let over: ReactNode;
let tell = (): void => undefined;

/** What stands over whatever page there is; undefined for nothing. */
export function showOver(next: ReactNode): void {
  over = next;
  tell();
}

export function useOver(): ReactNode {
  return useSyncExternalStore(subscribe, () => over);
}

function subscribe(listener: () => void): () => void {
  tell = listener;
  return () => undefined;
}
