import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { focusPlace } from './last-focused-element.ts';
import classes from './SidePanel.module.css';
import { useStateTexts } from './states.texts.ts';

interface SidePanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Details beside a list, which stays in use. It takes the focus; Esc and × give it back to where it was. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const t = useStateTexts();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const element = panel.current;
    const before = focusPlace();
    element?.focus({ preventScroll: true });
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) close();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => {
      element?.removeEventListener('keydown', onKeyDown);
      // If the focus has moved elsewhere in the meantime, it stays there.
      const isLost =
        element?.contains(document.activeElement) || document.activeElement === document.body;
      if (isLost) before.focus();
    };
  }, []);
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-labelledby={id}
      tabIndex={-1}
      data-on="screen"
    >
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <CloseButton aria-label={t.close} onClick={onClose} />
      </div>
      {children}
    </section>
  );
}
