import type * as z from 'zod/mini';
import { useImportTexts } from './import.texts.ts';

type Issue = z.core.$ZodIssue;

/** What is wrong with a row, in a line. */
export function faultOf(error: z.core.$ZodError): string {
  return error.issues
    .flatMap((issue) => told(issue, []))
    .slice(0, 5)
    .join(' ');
}

function told(issue: Issue, parent: readonly string[]): string[] {
  const t = useImportTexts.now();
  const path = [...parent, ...issue.path.map(String)];
  // Of the two forms a row may have, the nearer one says what is missing.
  if (issue.code === 'invalid_union') {
    const nearest = issue.errors.toSorted((left, right) => left.length - right.length)[0];
    if (nearest && nearest.length > 0) return nearest.flatMap((inner) => told(inner, path));
  }
  const place = path.join('.');
  if (issue.code === 'unrecognized_keys') return [t.unknownNames(issue.keys.join(', '))];
  if (issue.code === 'invalid_type') return [t.wrongKind(place, issue.expected)];
  if (issue.code === 'invalid_value')
    return [t.onlyValue(place, issue.values.map(String).join(', '))];
  if (issue.code === 'too_big' || issue.code === 'too_small') return [t.wrongLength(place)];
  return [t.notRight(place, issue.message)];
}
