import { createStore } from '../../platform/api/store.ts';

export interface Toast {
  id: number;
  /** The success message; for a failure, what did not work. */
  message: string;
  /** For example, Undo. */
  action?: { label: string; run: () => void };
  /** A failure stays until it is dismissed. */
  failed?: true;
  /** The reason, shown after the message in the current language. */
  failure?: { error: unknown };
}

export const toastStore = createStore<readonly Toast[]>([]);
/** For code outside of React. */
export const currentToasts = toastStore.get;
let nextId = 1;

/** How long a toast stays, in milliseconds; one with an action longer, so it can be reached. */
const stay = { plain: 4_000, withAction: 10_000 };

/** Reports a success; disappears by itself. Failures belong in an ErrorPanel at their place. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const id = nextId++;
  toastStore.set([...currentToasts(), { ...toast, id }]);
  if (toast.failed) return;
  leaveAfter(id, toast.action ? stay.withAction : stay.plain);
}

let paused = false;
const overdue = new Set<number>();

/** While the pointer is over the toasts or one has the focus, none disappears; overdue ones stay a moment longer. */
export function pauseToasts(pause: boolean): void {
  paused = pause;
  if (paused) return;
  for (const id of overdue) leaveAfter(id, stay.plain);
  overdue.clear();
}

function leaveAfter(id: number, milliseconds: number): void {
  window.setTimeout(() => {
    if (paused) overdue.add(id);
    else dismissToast(id);
  }, milliseconds);
}

/**
 * Reports a failure without a place on the page: background work after its page was left, an undo. Otherwise use an
 * ErrorPanel.
 */
export function showFailure(title: string, error: unknown): void {
  showToast({ message: title, failed: true, failure: { error } });
}

export function dismissToast(id: number): void {
  overdue.delete(id);
  toastStore.set(currentToasts().filter((toast) => toast.id !== id));
  // A closed toast receives no leave or blur event.
  if (currentToasts().length === 0) paused = false;
}
