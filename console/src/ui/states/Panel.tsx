import { type ReactNode, useId } from 'react';
import { NotOffered } from '../../platform/api/errors.ts';
import { IsPart } from '../feedback/WaysOut.tsx';
import classes from './Panel.module.css';

interface PanelProps {
  title: string;
  /** Rendered beside the title, for example a count. */
  beside?: ReactNode;
  /** Rendered at the end of the title line: a link to all, a button. */
  action?: ReactNode;
  /** Whether the content reaches the panel's edges, as tables do. */
  flush?: boolean;
  /** Why the content could not be loaded: if the service does not have the call, the panel is omitted. */
  error?: Error | null;
  children: ReactNode;
}

/** A titled section of a page; omitted if the services do not support it. */
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
        <IsPart value>{children}</IsPart>
      </div>
    </section>
  );
}
