import { CsvError, parse } from 'csv-parse/sync';
import { maxBulkUsers } from '@annals/contracts/user-administration';
import { badRequest } from '@annals/kit/problem';

/** One unparsed line of the file. */
export interface CsvRow {
  /** Line of the file, starting at 1 with the header row. */
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
  record: string[];
  info: { lines: number };
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
      `At most ${maxBulkUsers} users fit in one file; line ${beyond.info.lines} is one too many of ${lines.length}. Split the file.`,
    );
  return lines.map(({ record, info }) => {
    const field = (column: Column) => record[indexes.get(column) ?? -1] ?? '';
    return {
      row: info.lines,
      email: field('email'),
      name: field('name'),
      roles: several(field('roles')),
      organizationalUnits: several(field('organizationalUnits')),
      lang: field('lang'),
      isTooLong: record.length > head.record.length,
    };
  });
}

function linesOf(csv: string): Line[] {
  try {
    return parse(csv, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as Line[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw csvError(`The file is not valid CSV: ${error.message}`);
  }
}

function columnIndexes({ record }: Line): Map<Column, number> {
  const indexes = new Map<Column, number>();
  for (const [index, given] of record.entries()) {
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
