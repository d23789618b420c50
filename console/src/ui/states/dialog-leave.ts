import { createContext, use, useEffect, useRef } from 'react';

/** Tells the dialog around a form how to leave it; returns what withdraws that. */
export const DialogLeave = createContext<((leave: () => void) => () => void) | null>(null);

/** Makes Esc and × of the dialog around a form do what its *Cancel* does. @param leave undefined: they do nothing */
export function useDialogLeave(leave: (() => void) | undefined): void {
  const register = use(DialogLeave);
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  const offers = leave !== undefined;
  useEffect(
    () => (register && offers ? register(() => latest.current?.()) : undefined),
    [register, offers],
  );
}
