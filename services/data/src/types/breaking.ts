import type { Database } from '@annals/kit/database/database';
import { schemaKey, type SchemaChecks } from './schema-checks.ts';
import { listNewestOfType, type NewestOfType } from './schemas.sql.ts';
import type { JsonSchema } from './types.sql.ts';
import { type FieldProblem } from '@annals/kit/problem';

const maxCheckedVersions = 10_000;
const maxCheckedBytes = 64 * 1024 * 1024;
const maxShown = 50;
const page = { limit: 500, bytes: 2 * 1024 * 1024 };
/** The check stops after this time, so that the response arrives before the proxy's deadline. */
const usualPatienceMs = 5_000;

export type Breaking = {
  count: number;
  checked: number;
  total: number;
  objects: { id: string; timelineId: string; title: string | null; fields: FieldProblem[] }[];
};

export const noBreakingChanges: Breaking = { count: 0, checked: 0, total: 0, objects: [] };

export interface Candidate {
  partitionId: string;
  type: string;
  jsonSchema: JsonSchema;
  /** The number of timelines of the type, if more exist than are checked. */
  timelineCount: number;
  /** The user who tries it out. */
  userId: string;
}

/**
 * The newest versions of a type that would violate a schema, as far as the time allows: `checked` is how many were
 * checked.
 * @throws SchemaTooSlow, Problem 429
 */
export async function findBreaking(
  database: Database,
  checks: SchemaChecks,
  { partitionId, type, jsonSchema, timelineCount, userId }: Candidate,
  patienceMs = usualPatienceMs,
): Promise<Breaking> {
  const key = schemaKey(jsonSchema);
  const until = performance.now() + patienceMs;
  const breaking: Breaking = { ...noBreakingChanges, objects: [] };
  let bytes = 0;
  let before = Number.MAX_SAFE_INTEGER;
  while (breaking.checked < maxCheckedVersions && bytes < maxCheckedBytes) {
    const limit = Math.min(page.limit, maxCheckedVersions - breaking.checked);
    const versions = await listNewestOfType(database, partitionId, type, {
      ...page,
      before,
      limit,
    });
    const last = versions.at(-1);
    if (!last) return { ...breaking, total: breaking.checked };
    const rows = versions.map(({ objectData }) => objectData);
    const results = await checks.tryOut(userId, { key, jsonSchema, rows });
    for (const [index, version] of versions.entries())
      count(breaking, version, results[index] ?? []);
    bytes += versions.reduce((sum, version) => sum + version.bytes, 0);
    if (performance.now() >= until) break;
    before = last.seq;
  }
  return { ...breaking, total: Math.max(timelineCount, breaking.checked) };
}

function count(breaking: Breaking, version: NewestOfType, fields: FieldProblem[]): void {
  breaking.checked += 1;
  if (fields.length === 0) return;
  breaking.count += 1;
  const { id, timelineId, objectData } = version;
  if (breaking.objects.length < maxShown)
    breaking.objects.push({ id, timelineId, title: titleOf(objectData), fields });
}

function titleOf({ title, name }: Record<string, unknown>): string | null {
  for (const words of [title, name])
    if (typeof words === 'string' && words !== '') return words.slice(0, 200);
  return null;
}
