import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Lets the browser paint the pressed state first, because the work takes slow machines longer than a frame.
 * @returns cancels it
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

/** Runs the most recent action after the next paint; nothing after the component unmounts. */
export function useAfterPaint(): (run: () => void) => void {
  const takeBack = useRef<() => void>(undefined);
  useEffect(() => () => takeBack.current?.(), []);
  return useCallback((run) => {
    takeBack.current?.();
    takeBack.current = afterPaint(run);
  }, []);
}

/**
 * Shows a choice at once, and applies it after the next paint.
 * @param value the chosen value, which may also change elsewhere; must be stable between renders
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
