import { useElementScrollRestoration } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Brings the page back to where it was scrolled when its rows come only after the route was shown (after a reload, or
 * when they are no longer in the cache): the router itself scrolls once, when the page is still too short.
 */
export function useScrollReturn(ready: boolean): void {
  const entry = useElementScrollRestoration({ getElement: () => window });
  const wanted = useRef(entry?.scrollY ?? 0);
  useEffect(() => {
    if (!ready) return;
    // Who has scrolled meanwhile stays where they are.
    if (wanted.current > 0 && window.scrollY === 0) window.scrollTo({ top: wanted.current });
    wanted.current = 0;
  }, [ready]);
}
