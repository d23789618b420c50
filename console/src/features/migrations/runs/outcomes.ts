import type { Job } from '@annals/contracts/moves';
import type { RunTexts } from './runs.texts.ts';

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
