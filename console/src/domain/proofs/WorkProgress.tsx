import classes from '../../platform/long-work/Progress.module.css';
import type { LogRun } from './log-run.ts';
import { useProofTexts } from './proofs.texts.ts';

interface WorkProgressProps {
  label: string;
  run: LogRun;
}

/** The number of processed log entries, and the rate. */
export function WorkProgress({
  label,
  run: { phase, startedAt, lookedAt, entries, size },
}: WorkProgressProps) {
  const t = useProofTexts();
  const seconds = (lookedAt - startedAt) / 1000;
  const progress = size === undefined ? t.entries(entries) : t.entriesOf(entries, size);
  // Without a value, the bar is indeterminate.
  const value =
    size === undefined ? {} : { max: Math.max(size, 1), value: size === 0 ? 1 : entries };
  return (
    <div className={classes.progress}>
      <progress aria-label={label} {...value} />
      <span>
        {progress}
        {phase === 'RUNNING' && seconds > 1 && ` · ${t.rate(Math.round(entries / seconds))}`}
      </span>
    </div>
  );
}
