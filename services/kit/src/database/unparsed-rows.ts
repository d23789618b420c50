import type pg from 'pg';
import { resultTypes } from './result-types.ts';

/** Rows as the database has written them: parsing them can be left to another process. */
export interface UnparsedRows {
  columns: { name: string; type: number }[];
  rows: (string | null)[][];
}

/** The options of a query of the driver whose rows are not parsed. */
export const unparsedRows: Pick<pg.QueryArrayConfig, 'rowMode' | 'types'> = {
  rowMode: 'array',
  types: { getTypeParser: () => (text: string) => text },
};

/** The rows that `query` would have returned. */
export function parseRows<Row extends object>({ columns, rows }: UnparsedRows): Row[] {
  const readers = columns.map(
    ({ type }) => resultTypes.getTypeParser(type, 'text') as (text: string) => unknown,
  );
  return rows.map((fields) => {
    const row: Record<string, unknown> = {};
    for (const [index, { name }] of columns.entries()) {
      const text = fields[index] ?? null;
      row[name] = text === null ? null : readers[index]?.(text);
    }
    return row as Row;
  });
}
