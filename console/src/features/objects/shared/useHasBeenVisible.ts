import { type RefObject, useEffect, useRef, useState } from 'react';
import { useIsPrinting } from '../../../platform/printing.ts';

/** Whether an element has been in the viewport, or close to it, at least once; on paper, everything is seen. */
export function useHasBeenVisible<E extends Element>(): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (visible || !ref.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setVisible(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [visible]);
  const printing = useIsPrinting();
  return [ref, visible || printing];
}
