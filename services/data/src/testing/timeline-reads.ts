import * as history from '@annals/contracts/objects';
import { exportObjects } from '@annals/contracts/transfers';
import { searchObjects } from '@annals/contracts/object-search';
import type { Listener } from './data-listener.ts';

export interface Read {
  partitionId: string;
  timelineId: string;
  /** A version of the timeline. */
  objectId: string;
  /** A path in its data. */
  path: string;
  asOf: string;
}

/** The responses of all calls that return the data of a timeline, as text, by the name of the call. */
export async function readTimelineEverywhere(
  service: Listener,
  { partitionId, timelineId, objectId, path, asOf }: Read,
): Promise<Map<string, string>> {
  const as = 'reader';
  const answers = new Map<string, string>();
  const keep = async (name: string, asked: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await asked;
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    answers.set(name, JSON.stringify(body));
  };
  const params = { partitionId, timelineId };
  for (const [when, query] of [
    ['', {}],
    [' as of then', { asOf }],
  ] as const) {
    await keep(
      `object${when}`,
      service.call(history.getObject, { as, params: { partitionId, objectId }, query }),
    );
    await keep(`latest${when}`, service.call(history.latestObject, { as, params, query }));
    await keep(`history${when}`, service.call(history.timelineObjects, { as, params, query }));
    await keep(`blame${when}`, service.call(history.timelineBlame, { as, params, query }));
    await keep(
      `values${when}`,
      service.call(history.timelineValues, { as, params, query: { ...query, path } }),
    );
    const ofPartition = { as, params: { partitionId }, query } as const;
    await keep(`recent${when}`, service.call(history.recentObjects, ofPartition));
    await keep(`changes${when}`, service.call(history.listChanges, ofPartition));
    await keep(`export${when}`, service.call(exportObjects, ofPartition));
    await keep(`search${when}`, service.call(searchObjects, { ...ofPartition, body: {} }));
  }
  const stream = await fetch(`${service.origin}/v1/partitions/${partitionId}/export`, {
    headers: { authorization: `Bearer ${as}`, accept: 'application/x-ndjson' },
  });
  answers.set('export as a stream', await stream.text());
  return answers;
}
