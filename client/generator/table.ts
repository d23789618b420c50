import * as z from 'zod/mini';
import { isRead, type Endpoint } from '@annals/contracts/endpoint';
import type { Row } from '../src/rows.ts';

/** Whether a call returns a page of a list with a cursor. */
export function isList({ query }: Endpoint): boolean {
  return query instanceof z.core.$ZodObject && 'cursor' in query._zod.def.shape;
}

/** The entries of the table of calls, as source text. */
export function entriesOf(rows: ReadonlyMap<string, { row: Endpoint }>): string {
  return [...rows].map(([name, { row }]) => `  ${name}: ${literalOf(entryOf(row))},\n`).join('');
}

function entryOf(row: Endpoint): Row {
  const { method, path, repeatable, access } = row;
  return {
    method,
    path,
    ...(isList(row) && { isList: true }),
    ...((method === 'GET' || isRead(row) || repeatable) && { isRepeatable: true }),
    ...(access.kind === 'public' && { isPublic: true }),
  };
}

function literalOf(entry: Row): string {
  const fields = Object.entries(entry).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : value}`,
  );
  return `{ ${fields.join(', ')} }`;
}
