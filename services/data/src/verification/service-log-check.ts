import type { Queryable } from '@annals/kit/database/database';
import { checkpointText, type Checkpoint } from '@annals/proofs/checkpoint';
import { leafHashOfText } from '@annals/proofs/merkle-tree';
import { serviceLog } from '../log/log.sql.ts';
import type { Report } from './findings.ts';
import { LogCheck } from './log-check.ts';
import { keptMarks } from './log-marks.ts';
import { walkAnchors } from './log.sql.ts';

/**
 * Compares the log of the service with the checkpoints of partitions that it is made of.
 * @param name of the log
 * @returns how many entries it has
 */
export async function checkServiceLog(
  database: Queryable,
  { name, checkpoints }: { name: string; checkpoints: readonly Checkpoint[] },
  report: Report,
): Promise<number> {
  const log = new LogCheck(database, serviceLog, report, [keptMarks(checkpoints, report)]);
  await log.start();
  let next = 0;
  for (let after = { logIndex: Number.MIN_SAFE_INTEGER, partitionId: serviceLog }; ;) {
    const anchors = await walkAnchors(database, after);
    for (const anchor of anchors) {
      const { partitionId, size, root, logIndex } = anchor;
      if (logIndex !== next) {
        report(
          'INCLUSION',
          `What should stand at ${next} of the log of the service is missing or elsewhere; here is what stands at ${logIndex}.`,
          { index: logIndex },
        );
        log.lost();
      }
      next = logIndex + 1;
      const text = checkpointText({ origin: `${name}/${partitionId}`, size, root });
      await log.append(leafHashOfText(text));
      after = anchor;
    }
    if (anchors.length === 0) break;
  }
  const head = await log.finish();
  if (head && (head.versionCount !== 0 || head.anchoredSize !== 0))
    report(
      'DERIVED',
      'The head of the log of the service tells of versions or anchors, which it has none of.',
    );
  return log.size;
}
