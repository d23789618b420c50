import { sayIssue } from '@annals/contracts/input-messages';
import type * as z from 'zod/mini';
import { importRow, type ImportRow } from '@annals/contracts/transfers';
import { FileError, type JsonLine } from './lines.ts';

/** The row of a line. @throws FileError if no service would accept it */
export function checkRow({ number, value }: Pick<JsonLine, 'number' | 'value'>): ImportRow {
  const { data: row, error } = importRow.safeParse(value);
  if (row) return row;
  throw new FileError(number, firstProblem(error, value));
}

/** The first problem of an invalid row, in the form it was probably meant to have. */
function firstProblem(
  { issues: [issue] }: Pick<z.core.$ZodError, 'issues'>,
  value: unknown,
): string {
  const isEnd = typeof value === 'object' && value !== null && 'ended' in value;
  const meant = issue?.code === 'invalid_union' ? issue.errors[isEnd ? 1 : 0]?.[0] : issue;
  if (!meant) return 'It is not a row of an import.';
  if (meant.code === 'unrecognized_keys') return `A row has no ${meant.keys.join(', ')}.`;
  const { path } = meant;
  const { message } = sayIssue(meant);
  return path.length > 0 ? `${path.join('.')}: ${message}` : message;
}
