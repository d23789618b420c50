import { type FocusEvent, useRef } from 'react';
import { useStore } from '../../platform/api/store.ts';
import { useErrorMessage } from './error-message.ts';
import { useFeedbackTexts } from './feedback.texts.ts';
import { dismissToast, pauseToasts, toastStore } from './toasts.ts';
import classes from './Toasts.module.css';

/** Where toasts appear; a live region, so they are read out as well. */
export function Toasts() {
  const t = useFeedbackTexts();
  const errorMessage = useErrorMessage();
  const toasts = useStore(toastStore);
  const before = useRef<EventTarget>(null);
  const dismiss = (id: number) => {
    dismissToast(id);
    // The focused button has disappeared.
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    before.current = null;
  };
  const pauseOrResume = ({ currentTarget, relatedTarget }: FocusEvent) => {
    pauseToasts(true);
    const comesFrom = relatedTarget instanceof Node ? relatedTarget : null;
    if (comesFrom && !currentTarget.contains(comesFrom)) before.current = comesFrom;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- these handlers only pause the timers
    <section
      className={classes.toasts}
      data-on="screen"
      aria-live="polite"
      aria-label={t.notifications}
      onFocus={pauseOrResume}
      onBlur={() => pauseToasts(false)}
      onPointerEnter={() => pauseToasts(true)}
      onPointerLeave={() => pauseToasts(false)}
    >
      {toasts.map(({ id, message, action, failed, failure }) => (
        <div key={id} className={classes.toast} role={failed && 'alert'} data-failed={failed}>
          <span>{failure ? `${message}. ${errorMessage(failure.error)}` : message}</span>
          {action && (
            <button
              type="button"
              className={classes.action}
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className={classes.dismiss}
            aria-label={t.dismiss}
            onClick={() => dismiss(id)}
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
      ))}
    </section>
  );
}
