import { listTimelineKeys, maxTimelinesOfKeys } from '@annals/contracts/transfers';
import { VersionTable } from '@annals/rules/files/version-table';
import { call } from '../../../platform/api/call.ts';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { hasCapability } from '../../../platform/capabilities.ts';
import type { ExportedTable } from '../../../ui/list/export-rows.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';

/**
 * Objects as a table that can be imported again, by the keys with which they were imported, or otherwise the ids of their
 * timelines; undefined if a service does not tell those. What is recorded about their versions is only for people.
 */
export async function buildExportTable(
  partitionId: string,
  objects: readonly ObjectVersion[],
): Promise<ExportedTable | undefined> {
  const t = useObjectsTexts.now();
  const keys = await keysOf(partitionId, objects);
  const keyOf = (timelineId: string) => keys.get(timelineId) ?? timelineId;
  const table = new VersionTable();
  const written = objects.flatMap((object) => {
    const { timelineId, type, objectData, references = [] } = object;
    if (timelineId === undefined || type === undefined || objectData === undefined) return [];
    const version = {
      key: keyOf(timelineId),
      type,
      objectData,
      references: references.map((reference) => ({
        name: reference.name,
        key: keyOf(reference.timelineId),
      })),
    };
    const remarks = {
      [t.version]: object.modificationCount,
      [t.lastChange]: object.modificationDate,
      [t.by]: object.modificationUserName ?? object.modificationUserId,
    };
    table.add(version, remarks);
    return [{ version, remarks }];
  });
  if (written.length < objects.length) return undefined;
  return {
    head: table.head,
    rows: written.map(({ version, remarks }) => table.cells(version, remarks)),
  };
}

/** The import keys of the objects and of what they refer to, by timeline. */
async function keysOf(
  partitionId: string,
  objects: readonly ObjectVersion[],
): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  // Only our services have import keys.
  if (!hasCapability(listTimelineKeys)) return keys;
  const timelines = new Set(
    objects.flatMap(({ timelineId, references = [] }) => [
      ...(timelineId === undefined ? [] : [timelineId]),
      ...references.map((reference) => reference.timelineId),
    ]),
  );
  const all = [...timelines];
  for (let start = 0; start < all.length; start += maxTimelinesOfKeys) {
    const timelineId = all.slice(start, start + maxTimelinesOfKeys);
    const { data } = await call(listTimelineKeys, {
      params: { partitionId },
      query: { timelineId },
    });
    for (const found of data) keys.set(found.timelineId, found.key);
  }
  return keys;
}
