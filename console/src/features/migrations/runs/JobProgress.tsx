import type { Job } from '@annals/contracts/moves';
import { useLanguage } from '../../../shared/texts.ts';
import progress from '../../../shared/long-work/Progress.module.css';
import { useRunTexts } from './runs.texts.ts';

/** How far a job has come: a bar while it runs, and the numbers. */
export function JobProgress({ job: { state, done, total } }: { job: Job }) {
  const t = useRunTexts();
  const language = useLanguage();
  const said = total === null ? done.toLocaleString(language) : t.ofTotal(done, total);
  return (
    <span className={progress.progress}>
      {state === 'RUNNING' && total !== null && total > 0 && (
        <progress max={total} value={done} aria-label={t.progress} />
      )}
      <span>{said}</span>
    </span>
  );
}
