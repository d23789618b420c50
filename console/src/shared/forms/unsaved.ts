/** What would be lost if the page went away now. */
export interface Unsaved {
  holds: () => boolean;
  /** The person lets it go: it holds nothing any more. */
  release: () => void;
  /** Puts the focus back into it. */
  focus?: () => void;
}

const kept = new Set<Unsaved>();

/**
 * Has the browser ask before the tab is closed or loaded anew, and lets a session that ends begin again over the page,
 * as long as it holds something.
 * @returns stops it
 */
export function registerUnsaved(unsaved: Unsaved): () => void {
  if (kept.size === 0) window.addEventListener('beforeunload', ask);
  kept.add(unsaved);
  return () => {
    kept.delete(unsaved);
    if (kept.size === 0) window.removeEventListener('beforeunload', ask);
  };
}

/** What holds something now, the oldest first. */
export function allUnsaved(): Unsaved[] {
  return [...kept].filter(({ holds }) => holds());
}

export function discardAllUnsaved(): void {
  for (const unsaved of allUnsaved()) unsaved.release();
}

function ask(event: BeforeUnloadEvent): void {
  if (allUnsaved().length > 0) event.preventDefault();
}
