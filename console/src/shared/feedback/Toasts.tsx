import { useSyncExternalStore } from 'react';
import { useFeedbackTexts } from './feedback.texts.ts';
import { currentToasts, dismissToast, subscribeToToasts } from './toasts.ts';
import classes from './Toasts.module.css';

/** Where toasts appear; a live region, so they are read out as well. */
export function Toasts() {
  const t = useFeedbackTexts();
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  return (
    <section className={classes.toasts} aria-live="polite" aria-label={t.notifications}>
      {toasts.map(({ id, message, action, failed }) => (
        <div key={id} className={classes.toast} role={failed && 'alert'} data-failed={failed}>
          <span>{message}</span>
          {action && (
            <button
              type="button"
              className={classes.action}
              onClick={() => {
                dismissToast(id);
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
            onClick={() => dismissToast(id)}
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
      ))}
    </section>
  );
}
