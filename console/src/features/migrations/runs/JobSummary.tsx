import type { Job } from '@annals/contracts/moves';
import progress from '../../../shared/long-work/Progress.module.css';
import { StatusBadge } from '../../../shared/states/StatusBadge.tsx';
import { useLanguage } from '../../../shared/texts.ts';
import { type RunTexts, useRunTexts } from './runs.texts.ts';

const tones = { RUNNING: 'waiting', DONE: 'good', FAILED: 'off', CANCELLED: 'off' } as const;

export function JobState({ state }: Pick<Job, 'state'>) {
  const t = useRunTexts();
  return <StatusBadge tone={tones[state]}>{t.states[state]}</StatusBadge>;
}

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

/** What became of the rows of a job, in words; what did not happen is left out. */
export function outcomesOf(job: Job, t: RunTexts): string[] {
  const counts =
    job.kind === 'REINDEX'
      ? ([
          [job.changed, t.indexCounts.changed],
          [job.existing, t.indexCounts.existing],
        ] as const)
      : ([
          [job.created, t.counts.created],
          [job.changed, t.counts.changed],
          [job.ended, t.counts.ended],
          [job.existing, t.counts.existing],
          [job.refused, t.counts.refused],
        ] as const);
  return counts.filter(([count]) => count > 0).map(([count, told]) => told(count));
}
