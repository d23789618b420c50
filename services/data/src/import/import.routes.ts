import { importObjects } from '@annals/contracts/moves';
import type { Mount } from '@annals/kit/mount';
import type { Sequencer } from '../objects/sequencer.ts';
import { writeRequestOf } from '../objects/write-request.ts';
import { importBatch } from './import-batch.ts';

export function mountImport(mount: Mount, sequencer: Sequencer): void {
  mount(importObjects, async (call) => {
    const batch = importBatch(call.body.rows, call.query.dryRun === 'true', writeRequestOf(call));
    const counts = await sequencer.append(call.params.partitionId.toLowerCase(), batch);
    return { ...counts };
  });
}
