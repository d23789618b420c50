import type { APIRequestContext } from '@playwright/test';
import { bodyOf, callsAs } from './calls.ts';

interface CreatedObject {
  id: string;
  timelineId: string;
  partitionId: string;
}

/** Creates an object in the demo's partition with a version for each of the contents. */
export async function createObject(
  request: APIRequestContext,
  ...contents: readonly object[]
): Promise<CreatedObject> {
  const call = await callsAs(request);
  const { data } = await bodyOf<{ data: { id: string; partitionName: string }[] }>(
    call('GET /v1/partitions'),
  );
  const partition = data.find(({ partitionName }) => partitionName === 'Product lifecycles');
  if (!partition) throw new Error('The demo has no partition “Product lifecycles”.');
  let newest: CreatedObject | undefined;
  for (const objectData of contents)
    newest = await bodyOf<CreatedObject>(
      call(`POST /v1/partitions/${partition.id}/objects`, {
        objectData,
        ...(newest
          ? { timelineId: newest.timelineId, predecessorId: newest.id }
          : { type: 'EDITED' }),
      }),
    );
  if (!newest) throw new Error('At least one content is needed.');
  return { ...newest, partitionId: partition.id };
}
