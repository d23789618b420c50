import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Lets the browser show the press first: what it leads to takes a slow machine longer than a frame.
 * @returns takes it back
 */
export function afterPaint(run: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    waiting = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(waiting);
  };
}

/** Does the last of what is pressed after the press is shown; nothing once the control is gone. */
export function useAfterPaint(): (run: () => void) => void {
  const takeBack = useRef<() => void>(undefined);
  useEffect(() => () => takeBack.current?.(), []);
  return useCallback((run) => {
    takeBack.current?.();
    takeBack.current = afterPaint(run);
  }, []);
}

/**
 * A choice that its control shows at once, and what goes by it follows after that is painted.
 * @param value what is chosen, which may be changed elsewhere; the same from render to render while it does not change
 */
export function useChoice<T>(value: T, set: (next: T) => void): [T, (next: T) => void] {
  const follow = useAfterPaint();
  const [chosen, setChosen] = useState({ over: value, next: value });
  const isOld = chosen.over !== value;
  if (isOld) setChosen({ over: value, next: value });
  const choose = (next: T) => {
    setChosen({ over: value, next });
    follow(() => set(next));
  };
  return [isOld ? value : chosen.next, choose];
}
