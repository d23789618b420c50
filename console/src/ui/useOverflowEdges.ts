import { type RefObject, useEffect, useRef } from 'react';

/** Marks the edges of a horizontally scrolling row that hide content: `data-hidden` is `start`, `end` or both. */
export function useOverflowEdges(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = ref.current;
    if (!row) return undefined;
    const look = () => {
      // Widths are rounded, so less than a pixel counts as nothing.
      const left = Math.abs(row.scrollLeft);
      const right = row.scrollWidth - row.clientWidth - left;
      const hidden = [left > 1 && 'start', right > 1 && 'end'].filter((end) => end !== false);
      row.dataset['hidden'] = hidden.join(' ');
    };
    row.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(look);
    // The observer reports after the next layout; measuring here would force another one.
    const watch = () => {
      for (const each of [row, ...row.children]) sizes.observe(each);
    };
    watch();
    const parts = new MutationObserver(() => {
      watch();
      look();
    });
    parts.observe(row, { childList: true });
    return () => {
      row.removeEventListener('scroll', look);
      sizes.disconnect();
      parts.disconnect();
    };
  }, []);
  return ref;
}
