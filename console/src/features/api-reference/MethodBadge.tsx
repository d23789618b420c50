import classes from './MethodBadge.module.css';

/** The method of a call; calls that read have another colour than those that write. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span className={classes.method} data-method={method}>
      {method}
    </span>
  );
}
