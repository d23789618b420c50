export interface Toast {
  id: number;
  message: string;
  /** For example Undo. */
  action?: { label: string; run: () => void };
}

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** How long a toast stays, in milliseconds; one with an action longer, so it can be reached. */
const stay = { plain: 4_000, withAction: 10_000 };

/** Says that something worked; goes away by itself. Failures belong into an ErrorPanel in their place. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const id = nextId++;
  change([...toasts, { ...toast, id }]);
  window.setTimeout(() => dismissToast(id), toast.action ? stay.withAction : stay.plain);
}

export function dismissToast(id: number): void {
  change(toasts.filter((toast) => toast.id !== id));
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
