import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ColumnFormat } from './column-format.ts';
import { readFieldPath } from './field-path.ts';
import { placeValue } from './place-value.ts';
import { type CellFlaw, readCell } from './read-cell.ts';
import { isEmptyCell, nameInCell, type TableRow } from './table.ts';

export const columnTargets = ['field', 'reference', 'reason', 'nothing'] as const;

/** What becomes of a column. */
export interface ColumnMapping {
  readonly to: (typeof columnTargets)[number];
  /** The path of the field as `readFieldPath` reads it, or the name of the reference. */
  readonly name: string;
  /** How its cells are read, if it is a field. */
  readonly format: ColumnFormat;
}

/** What becomes of a table: all rows are objects of one type. */
export interface TableMapping {
  readonly type: string;
  /** The index of the column whose cells name the objects; `content` if no column does. */
  readonly key: number | 'content';
  readonly columns: readonly ColumnMapping[];
}

/** Why a cell cannot be imported: its content, or the name that its column has. */
export interface CellProblem {
  /** The index of its column. */
  readonly column: number;
  readonly flaw:
    | CellFlaw
    | { readonly kind: 'noKey' }
    | { readonly kind: 'keyTwice'; readonly key: string; readonly row: number }
    | { readonly kind: 'nameForbidden' | 'nameTwice'; readonly written: string };
}

/** A row of the import contract, which still has to be checked by it. */
export interface MappedRow {
  readonly key: string;
  readonly type: string;
  readonly objectData: Record<string, unknown>;
  readonly references: readonly { readonly name: string; readonly key: string }[];
  readonly reason?: string;
}

/**
 * The object of a row, with every reason why it cannot be imported. Empty cells leave their fields out.
 * @param rowsByKey the numbers of the rows before it, or how many have each content, to which it is added
 */
export function mapRow(
  { number, cells }: TableRow,
  { type, key: keyColumn, columns }: TableMapping,
  rowsByKey: Map<string, number>,
): { readonly row: MappedRow; readonly problems: readonly CellProblem[] } {
  const problems: CellProblem[] = [];
  const objectData: Record<string, unknown> = {};
  const references: { name: string; key: string }[] = [];
  const reasons: string[] = [];
  for (const [column, { to, name, format }] of columns.entries()) {
    const cell = cells[column];
    if (to === 'nothing' || cell === undefined || isEmptyCell(cell)) continue;
    if (to !== 'field') {
      const text = nameInCell(cell);
      if (text === '') continue;
      if (typeof cell === 'object' && cell.type === 'error')
        problems.push({ column, flaw: { kind: 'error', written: text } });
      else if (to === 'reference') references.push({ name, key: text });
      else reasons.push(text);
      continue;
    }
    const reading = readCell(cell, format);
    if ('flaw' in reading) {
      problems.push({ column, flaw: reading.flaw });
      continue;
    }
    try {
      placeValue(objectData, readFieldPath(name), reading.value);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      const kind = error instanceof SyntaxError ? 'nameForbidden' : 'nameTwice';
      problems.push({ column, flaw: { kind, written: error.message } });
    }
  }
  const reason = reasons.length > 0 ? { reason: reasons.join(' · ') } : {};
  const content = { type, objectData, references, ...reason };
  if (keyColumn === 'content')
    return { row: { key: keyOfContent(content, rowsByKey), ...content }, problems };
  const cell = cells[keyColumn];
  const isError = typeof cell === 'object' && cell.type === 'error';
  const key = isError ? '' : nameInCell(cell);
  const twin = rowsByKey.get(key);
  if (isError) {
    // As a field it has been refused already.
    if (!problems.some(({ column }) => column === keyColumn))
      problems.unshift({ column: keyColumn, flaw: { kind: 'error', written: cell.value } });
  } else if (key === '') problems.unshift({ column: keyColumn, flaw: { kind: 'noKey' } });
  else if (twin === undefined) rowsByKey.set(key, number);
  else problems.unshift({ column: keyColumn, flaw: { kind: 'keyTwice', key, row: twin } });
  return { row: { key, ...content }, problems };
}

/**
 * The key of a row that nothing names: the same for the same content, so that the same file can be imported again.
 * Equal rows of one file are counted.
 */
function keyOfContent(
  { objectData, references }: Pick<MappedRow, 'objectData' | 'references'>,
  counts: Map<string, number>,
): string {
  const content = utf8ToBytes(JSON.stringify({ objectData, references }));
  const key = `row-${bytesToHex(sha256(content)).slice(0, 32)}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count === 1 ? key : `${key}-${count}`;
}
