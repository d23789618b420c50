import type { APIRequestContext } from '@playwright/test';
import { answerOf, callsAs } from './calls.ts';

interface Started {
  id: string;
  timelineId: string;
  partitionId: string;
}

/** Creates an object in the demo's partition with a version for each of the contents. */
export async function objectWith(
  request: APIRequestContext,
  ...contents: readonly object[]
): Promise<Started> {
  const call = await callsAs(request);
  const { data } = await answerOf<{ data: { id: string; partitionName: string }[] }>(
    call('GET /v1/partitions'),
  );
  const partition = data.find(({ partitionName }) => partitionName === 'Product lifecycles');
  if (!partition) throw new Error('The demo has no product lifecycles.');
  let newest: Started | undefined;
  for (const objectData of contents)
    newest = await answerOf<Started>(
      call(`POST /v1/partitions/${partition.id}/objects`, {
        objectData,
        ...(newest
          ? { timelineId: newest.timelineId, predecessorId: newest.id }
          : { type: 'EDITED' }),
      }),
    );
  if (!newest) throw new Error('Give at least one content.');
  return { ...newest, partitionId: partition.id };
}
