/** Something that would be lost with the page: a changed form, a secret, running work. */
export interface Unsaved {
  isUnsaved: () => boolean;
  /** The user discards it: nothing is unsaved any more. */
  discard: () => void;
  /** Puts the focus back into it. */
  focus?: () => void;
}

const registered = new Set<Unsaved>();

/**
 * While something is unsaved, the browser asks before the tab is closed or reloaded, and an ended session is
 * renewed in a dialog over the page (shell/session-end.ts).
 * @returns removes it
 */
export function registerUnsaved(unsaved: Unsaved): () => void {
  if (registered.size === 0) window.addEventListener('beforeunload', ask);
  registered.add(unsaved);
  return () => {
    registered.delete(unsaved);
    if (registered.size === 0) window.removeEventListener('beforeunload', ask);
  };
}

/** All unsaved items, oldest first. */
export function allUnsaved(): Unsaved[] {
  return [...registered].filter(({ isUnsaved }) => isUnsaved());
}

export function discardAllUnsaved(): void {
  for (const unsaved of allUnsaved()) unsaved.discard();
}

function ask(event: BeforeUnloadEvent): void {
  if (allUnsaved().length > 0) event.preventDefault();
}
