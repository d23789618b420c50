import type { ListColumn } from '../list/list-columns.ts';
import type { TableColumn } from '../tables/SimpleTable.tsx';
import { grouped } from '../texts.ts';

/** A column of a list that counts something. */
export function countColumn<Row>(
  id: string,
  header: string,
  count: (row: Row) => number,
): ListColumn<Row> {
  return {
    id,
    header,
    value: count,
    cell: (row) => grouped(count(row)),
    align: 'end',
    width: '100px',
  };
}

/** A column of a plain table that counts something. */
export function tableCountColumn<Row>(
  id: string,
  header: string,
  count: (row: Row) => number,
): TableColumn<Row> {
  return { id, header, render: (row) => grouped(count(row)), align: 'end' };
}
