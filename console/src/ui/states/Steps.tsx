import { type ReactNode, useEffect, useRef } from 'react';
import classes from './Steps.module.css';

interface StepsProps {
  /** Which step is shown. */
  step: string;
  children: ReactNode;
}

/**
 * Steps of which each replaces the one before, with the button that led to it: the new one takes the focus then, so that
 * the keyboard and a screen reader go on there.
 */
export function Steps({ step, children }: StepsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    // What the step itself has focused keeps the focus, as does a field elsewhere.
    const isLost = document.activeElement === document.body;
    if (isLost) frame.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <div ref={frame} tabIndex={-1} className={classes.steps}>
      {children}
    </div>
  );
}
