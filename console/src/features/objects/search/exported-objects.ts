import { VersionTable } from '@annals/rules/files/version-table';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import type { ExportedTable } from '../../../ui/list/export-rows.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';

/**
 * Objects as a table that can be imported again, by the ids of their timelines; undefined if a service does not tell them.
 * What is recorded about their versions is only for people.
 */
export function exportedObjects(objects: readonly ObjectVersion[]): ExportedTable | undefined {
  const t = useObjectsTexts.now();
  const table = new VersionTable();
  const written = objects.flatMap((object) => {
    const { timelineId, type, objectData, references = [] } = object;
    if (timelineId === undefined || type === undefined || objectData === undefined) return [];
    const version = {
      key: timelineId,
      type,
      objectData,
      references: references.map(({ name, timelineId: key }) => ({ name, key })),
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
