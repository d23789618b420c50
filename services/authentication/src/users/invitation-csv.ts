import { maxBulkUsers } from '@annals/contracts/user-administration';
import { badRequest } from '@annals/kit/problem';
import { delimiterOf, isEmptyRecord, recordsOf } from '@annals/rules/files/csv-records';

/** One unparsed line of the file. */
export interface CsvRow {
  /** Row of the file, starting at 1 with the header row. */
  row: number;
  email: string;
  name: string;
  roles: string[];
  organizationalUnits: string[];
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
  if (head === undefined)
    throw csvError('The file is empty. Start it with a header row: email,name.');
  const indexes = columnIndexes(head);
  if (lines.length === 0) throw csvError('The file contains no users: it has only a header row.');
  const beyond = lines[maxBulkUsers];
  if (beyond !== undefined)
    throw csvError(
      `At most ${maxBulkUsers} users fit in one file; line ${beyond.row} is one too many of ${lines.length}. Split the file.`,
    );
  return lines.map(({ row, cells }) => {
    const field = (column: Column) => cells[indexes.get(column) ?? -1] ?? '';
    return {
      row,
      email: field('email'),
      name: field('name'),
      roles: several(field('roles')),
      organizationalUnits: several(field('organizationalUnits')),
      lang: field('lang'),
      isTooLong: cells.length > head.cells.length,
    };
  });
}

function linesOf(csv: string): Line[] {
  const { records, problem } = recordsOf(csv, delimiterOf(csv));
  if (problem !== undefined) throw csvError(`The file is not valid CSV: ${problem}`);
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
        `Line 1 has an unknown column "${given.slice(0, 64)}". Allowed are ${columns.join(', ')}, separated by commas.`,
      );
    if (indexes.has(column)) throw csvError(`Line 1 has the column ${column} twice.`);
    indexes.set(column, index);
  }
  if (!indexes.has('email')) throw csvError('Line 1 lacks the column email.');
  return indexes;
}

const several = (field: string): string[] =>
  field
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const csvError = (message: string) => badRequest(message, [{ path: 'body.csv', message }]);
