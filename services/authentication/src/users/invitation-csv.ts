import { say, type ServiceMessage } from '@annals/contracts/messages';
import { maxBulkUsers } from '@annals/contracts/user-administration';
import { badField } from '@annals/kit/problem';
import { delimiterOf, isEmptyRecord, recordsOf } from '@annals/rules/files/csv-records';

/** One unparsed line of the file. */
export interface CsvRow {
  /** Row of the file, starting at 1 with the header row. */
  row: number;
  email: string;
  name: string;
  roles: string[];
  /** One or several, with `;` between them. */
  organizationalUnits: string;
  lang: string;
  /** It has more fields than the header row. */
  isTooLong: boolean;
}

const columns = ['email', 'name', 'roles', 'organizationalUnits', 'lang'] as const;
type Column = (typeof columns)[number];

interface Line {
  row: number;
  cells: string[];
}

/** Reads a CSV (RFC 4180) of people to invite. @throws Problem 400 for a file that cannot be read as one */
export function readInvitations(csv: string): CsvRow[] {
  const [head, ...lines] = linesOf(csv);
  if (head === undefined) throw csvError(say('csvEmpty'));
  const indexes = columnIndexes(head);
  if (lines.length === 0) throw csvError(say('csvWithoutUsers'));
  const beyond = lines[maxBulkUsers];
  if (beyond !== undefined)
    throw csvError(say('csvTooLong', { maxBulkUsers, lines: beyond.row, length: lines.length }));
  return lines.map(({ row, cells }) => {
    const field = (column: Column) => cells[indexes.get(column) ?? -1] ?? '';
    return {
      row,
      email: field('email'),
      name: field('name'),
      roles: several(field('roles')),
      organizationalUnits: field('organizationalUnits'),
      lang: field('lang'),
      isTooLong: cells.length > head.cells.length,
    };
  });
}

function linesOf(csv: string): Line[] {
  const { records, problem } = recordsOf(csv, delimiterOf(csv));
  if (problem !== undefined) throw csvError(say('badCsv', { detail: problem }));
  return records
    .map((record, index) => ({ row: index + 1, cells: record.map((cell) => cell.trim()) }))
    .filter(({ cells }) => !isEmptyRecord(cells));
}

function columnIndexes({ cells }: Line): Map<Column, number> {
  const indexes = new Map<Column, number>();
  for (const [index, given] of cells.entries()) {
    const column = columns.find((each) => each.toLowerCase() === given.toLowerCase());
    if (column === undefined)
      throw csvError(
        say('csvUnknownColumn', { given: given.slice(0, 64), columns: columns.join(', ') }),
      );
    if (indexes.has(column)) throw csvError(say('csvColumnTwice', { column }));
    indexes.set(column, index);
  }
  if (!indexes.has('email')) throw csvError(say('csvWithoutEmail'));
  return indexes;
}

export const several = (field: string, separator: string | RegExp = ';'): string[] =>
  field
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const csvError = (message: ServiceMessage) => badField('body.csv', message);
