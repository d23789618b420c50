import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  /** Omitted below a heading that says the same. */
  title?: string;
  hint?: string | undefined;
  /** A button that creates the first item, or helps otherwise. */
  action?: ReactNode;
}

/** Shown for missing content: what is missing, and what to do about it. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <svg className={classes.rings} viewBox="0 0 48 48" aria-hidden>
        <circle cx="24" cy="24" r="21" />
        <circle cx="24" cy="24" r="14" />
        <circle cx="24" cy="24" r="7" />
      </svg>
      {title !== undefined && <p className={classes.title}>{title}</p>}
      {hint && <p className={classes.hint}>{hint}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
