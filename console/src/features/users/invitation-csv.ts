import { csvText } from '../../shared/csv/csv.ts';

/** The service accepts no longer file. */
export const mostCharacters = 500_000;

export const templateOfCsv = csvText([
  ['email', 'name', 'roles', 'organizationalUnits', 'lang'],
  ['ada@example.org', 'Ada Lovelace', 'USER', '', 'en'],
  ['konrad@example.org', 'Konrad Zuse', '', '', 'de'],
]);

/**
 * The records of a CSV file (RFC 4180) as written, header first, without empty lines. A quoted line break
 * belongs to its record.
 */
export function csvRecords(csv: string): string[] {
  const records: string[] = [];
  let record = '';
  let quoted = false;
  for (const line of csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    record = quoted ? `${record}\n${line}` : line;
    // An escaped quote is two quotes, so the parity of their number still tells whether quotes are open.
    if ((line.match(/"/g)?.length ?? 0) % 2 === 1) quoted = !quoted;
    if (quoted || record.trim() === '') continue;
    records.push(record);
  }
  if (quoted) records.push(record);
  return records;
}
