import type { Database } from '@annals/kit/database/database';
import type { SchemaThread } from './schema-thread.ts';
import { listNewestOfType, type NewestOfType } from './schemas.sql.ts';
import type { JsonSchema } from './types.sql.ts';

const mostLookedAt = 10_000;
const mostShown = 50;
const page = { limit: 500, bytes: 2 * 1024 * 1024 };

export type Breaking = {
  count: number;
  checked: number;
  total: number;
  objects: { id: string; timelineId: string; title: string | null; fields: Field[] }[];
};

// A type of its own, since an interface is not assignable to the contract's open objects.
type Field = { path: string; message: string };

export const noneBreaking: Breaking = { count: 0, checked: 0, total: 0, objects: [] };

let candidates = 0;

/**
 * Which of the newest versions of a type would break a schema.
 * @param timelineCount how many timelines the type has, for when there are more than are looked at
 * @throws SchemaTooSlow
 */
export async function findBreaking(
  database: Database,
  thread: SchemaThread,
  {
    partitionId,
    type,
    jsonSchema,
    timelineCount,
  }: { partitionId: string; type: string; jsonSchema: JsonSchema; timelineCount: number },
): Promise<Breaking> {
  candidates += 1;
  const key = `candidate/${candidates}`;
  const breaking: Breaking = { ...noneBreaking, objects: [] };
  for (let before = Number.MAX_SAFE_INTEGER; breaking.checked < mostLookedAt;) {
    const limit = Math.min(page.limit, mostLookedAt - breaking.checked);
    const versions = await listNewestOfType(database, partitionId, type, {
      ...page,
      before,
      limit,
    });
    const last = versions.at(-1);
    if (!last) return { ...breaking, total: breaking.checked };
    const rows = versions.map(({ objectData }) => objectData);
    const [results = []] = await thread.check(partitionId, [{ key, jsonSchema, rows }]);
    for (const [index, version] of versions.entries())
      count(breaking, version, results[index] ?? []);
    before = last.seq;
  }
  return { ...breaking, total: Math.max(timelineCount, breaking.checked) };
}

function count(breaking: Breaking, version: NewestOfType, fields: Field[]): void {
  breaking.checked += 1;
  if (fields.length === 0) return;
  breaking.count += 1;
  const { id, timelineId, objectData } = version;
  if (breaking.objects.length < mostShown)
    breaking.objects.push({ id, timelineId, title: titleOf(objectData), fields });
}

function titleOf({ title, name }: Record<string, unknown>): string | null {
  for (const words of [title, name])
    if (typeof words === 'string' && words !== '') return words.slice(0, 200);
  return null;
}
