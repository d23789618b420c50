import type { ReactNode } from 'react';
import classes from './Notice.module.css';

/** A word above a form: calm when it explains, in the colour of failures when something went wrong. */
export function Notice({ failure = false, children }: { failure?: boolean; children: ReactNode }) {
  return (
    <div role={failure ? 'alert' : 'status'} className={failure ? classes.failure : classes.calm}>
      {children}
    </div>
  );
}
