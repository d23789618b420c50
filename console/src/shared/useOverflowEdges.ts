import { type RefObject, useEffect, useRef } from 'react';

/** Marks on a row that scrolls sideways where more of it is hidden: `data-hidden` is `start`, `end` or both. */
export function useOverflowEdges(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = ref.current;
    if (!row) return undefined;
    const look = () => {
      // Widths are rounded: less than a pixel is nothing hidden.
      const left = Math.abs(row.scrollLeft);
      const right = row.scrollWidth - row.clientWidth - left;
      const hidden = [left > 1 && 'start', right > 1 && 'end'].filter((end) => end !== false);
      row.dataset['hidden'] = hidden.join(' ');
    };
    row.addEventListener('scroll', look, { passive: true });
    const sizes = new ResizeObserver(look);
    // What is observed from now on is told once after the layout: to look at it here would lay the page out twice.
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
