import type * as z from 'zod/mini';
import { isObject } from '../../../shared/json-values/json-values.ts';
import { wordFor } from '../../../shared/states/word-for.ts';
import { useImportTexts } from './import.texts.ts';

type Issue = z.core.$ZodIssue;

/** What is wrong with a row, in a line. */
export function faultOf(error: z.core.$ZodError, row: unknown): string {
  if (!isObject(row)) return useImportTexts.now().noObject;
  return error.issues
    .flatMap((issue) => told(issue, [], row))
    .slice(0, 5)
    .join(' ');
}

function told(issue: Issue, parent: readonly string[], row: unknown): string[] {
  const t = useImportTexts.now();
  const path = [...parent, ...issue.path.map(String)];
  // Of the two forms a row may have, the one that was meant says what is missing.
  if (issue.code === 'invalid_union') {
    const [version, end] = issue.errors;
    const meant = isObject(row) && 'ended' in row ? end : version;
    if (meant && meant.length > 0) return meant.flatMap((inner) => told(inner, path, row));
  }
  const place = path.join('.');
  if (issue.code === 'unrecognized_keys') return [t.unknownNames(issue.keys.join(', '))];
  if (valueAt(row, path) === undefined) return [t.missing(place)];
  if (issue.code === 'invalid_type')
    return [t.wrongKind(place, wordFor(t.rowKinds, issue.expected))];
  if (issue.code === 'invalid_value')
    return [t.onlyValue(place, issue.values.map(String).join(', '))];
  if (issue.code === 'too_big' || issue.code === 'too_small') return [t.wrongLength(place)];
  return [t.notRight(place, issue.message)];
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  let value = row;
  for (const name of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}
