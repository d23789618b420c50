import { useCallback, useEffect, useRef, useState } from 'react';
import type { Overlay } from './shortcuts/listen-for-keys.ts';

/** What is open over the page. When it closes, the focus goes back to where it was before. */
export function useOverlay() {
  const [overlay, setOverlay] = useState<Overlay>();
  const before = useRef<Element>(null);
  const open = useCallback((next: Overlay) => {
    before.current ??= document.activeElement;
    setOverlay(next);
  }, []);
  useEffect(() => {
    if (overlay) return;
    // Wherever else the focus has gone since then, it is meant to be.
    if (document.activeElement === document.body && before.current instanceof HTMLElement)
      before.current.focus({ preventScroll: true });
    before.current = null;
  }, [overlay]);
  return { overlay, open, close: () => setOverlay(undefined) };
}
