import { startTransition, useCallback, useEffect, useRef, useState } from 'react';

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

/** A choice as the control shows it at once, for what takes longer to follow: it changes after the control is painted. */
export function useOncePainted<T>(choice: T): T {
  const [painted, setPainted] = useState(() => choice);
  useEffect(
    () =>
      painted === choice
        ? undefined
        : afterPaint(() => startTransition(() => setPainted(() => choice))),
    [painted, choice],
  );
  return painted;
}
