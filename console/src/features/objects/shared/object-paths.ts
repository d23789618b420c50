import type { ObjectVersion } from '../../../platform/api/things.ts';
import { pathTo } from '../../../platform/links.ts';

/** The page of a timeline's newest version, or of the version itself if the service reports no timeline. */
export function latestPath(partitionId: string, version: ObjectVersion): string {
  const { timelineId, id: objectId } = version;
  return timelineId === undefined
    ? pathTo('v1-partitions-partitionId-objects-objectId', { partitionId, objectId })
    : pathTo('v1-partitions-partitionId-timelines-timelineId-objects-latest', {
        partitionId,
        timelineId,
      });
}

export function versionPath(partitionId: string, objectId: string): string {
  return pathTo('v1-partitions-partitionId-objects-objectId', { partitionId, objectId });
}
