import type { ComponentProps } from 'react';
import classes from './Notice.module.css';

/** What somebody should know before they go on. */
export const Notice = (props: Omit<ComponentProps<'p'>, 'className'>) => (
  <p className={classes.notice} {...props} />
);
