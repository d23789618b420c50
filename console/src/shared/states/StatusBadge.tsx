import classes from './StatusBadge.module.css';

interface StatusBadgeProps {
  /** `good` is in use, `waiting` not yet, `off` no more; anything else says nothing by its colour. */
  tone: 'good' | 'waiting' | 'off' | 'plain';
  children: string;
}

/** A state as a word with a dot; the word carries the meaning, the colour helps the eye. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <span className={classes.dot} aria-hidden />
      {children}
    </span>
  );
}
