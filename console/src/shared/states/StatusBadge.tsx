import classes from './StatusBadge.module.css';

interface StatusBadgeProps {
  /** `good` is in use, `waiting` not yet, `off` no more, `bad` did not work; anything else says nothing by its colour. */
  tone: 'good' | 'waiting' | 'off' | 'bad' | 'plain';
  children: string;
}

/** A status as a word with a coloured dot; the word carries the meaning. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <span className={classes.dot} aria-hidden />
      {children}
    </span>
  );
}
