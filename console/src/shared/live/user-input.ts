const kinds = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const watchers = new Set<() => void>();
let lastInput = 0;

function note() {
  lastInput = Date.now();
  for (const watcher of watchers) watcher();
}

/** Milliseconds since a person last did something in this tab; counted from the first one who watches. */
export function idleTime(): number {
  return Date.now() - lastInput;
}

/** Calls the watcher at every sign of a person in this tab: the pointer, a key, the tab coming into sight. */
export function watchInput(watcher: () => void): () => void {
  if (watchers.size === 0) {
    lastInput = Date.now();
    for (const kind of kinds) window.addEventListener(kind, note, { passive: true, capture: true });
    document.addEventListener('visibilitychange', noteSight);
  }
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    for (const kind of kinds) window.removeEventListener(kind, note, { capture: true });
    document.removeEventListener('visibilitychange', noteSight);
  };
}

function noteSight() {
  if (document.visibilityState === 'visible') note();
}
