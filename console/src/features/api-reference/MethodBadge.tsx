import classes from './MethodBadge.module.css';

/** The method of a call; what only reads looks apart from what writes. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span className={classes.method} data-method={method}>
      {method}
    </span>
  );
}
