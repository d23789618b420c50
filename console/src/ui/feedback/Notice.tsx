import type { ComponentProps } from 'react';
import classes from './Notice.module.css';

/** Information that users need before they continue. */
export const Notice = (props: Omit<ComponentProps<'p'>, 'className'>) => (
  <p className={classes.notice} {...props} />
);
