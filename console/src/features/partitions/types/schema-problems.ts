import { CallError } from '../../../api/errors.ts';
import type { JsonProblem } from '../../../shared/json/json-reading.ts';

const place = 'body.jsonSchema';

/** What the service says is wrong with a schema, at its places in the editor. */
export function schemaProblems(error: unknown): JsonProblem[] {
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  return fields.flatMap(({ path, message }) => {
    if (path === place) return [{ pointer: '', message }];
    if (!path.startsWith(`${place}.`)) return [];
    return [{ pointer: `/${path.slice(place.length + 1).replaceAll('.', '/')}`, message }];
  });
}
