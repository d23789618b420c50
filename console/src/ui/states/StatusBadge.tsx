import classes from './StatusBadge.module.css';

interface StatusBadgeProps {
  /**
   * The meaning of the colour: `good` is active, `waiting` is not yet active, `off` is no longer active, `bad`
   * has failed; others have no colour.
   */
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
