import { type ReactNode, useId } from 'react';
import { NotOffered } from '../../api/errors.ts';
import classes from './Panel.module.css';

interface PanelProps {
  title: string;
  /** Beside the title: a count, for example. */
  beside?: ReactNode;
  /** At the other end of the title: a link to all, a button. */
  action?: ReactNode;
  /** The content reaches the panel's edges, as a table does. */
  flush?: boolean;
  /** Why its content could not be read: without the call that reads it the panel is left out. */
  error?: Error | null;
  children: ReactNode;
}

/** A titled part of a page, where the services have what it shows. */
export function Panel({ title, beside, action, flush = false, error, children }: PanelProps) {
  const id = useId();
  if (error instanceof NotOffered) return null;
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 className={classes.title} id={id}>
          {title}
        </h2>
        {beside && <span className={classes.beside}>{beside}</span>}
        {action && <span className={classes.action}>{action}</span>}
      </div>
      <div className={classes.body} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  );
}
