import { csvText } from '../../shared/csv/csv.ts';

/** The longest file the service takes. */
export const mostCharacters = 500_000;

export const templateOfCsv = csvText([
  ['email', 'name', 'roles', 'organizationalUnits', 'lang'],
  ['ada@example.org', 'Ada Lovelace', 'USER', '', 'en'],
  ['konrad@example.org', 'Konrad Zuse', '', '', 'de'],
]);

/**
 * The records of a CSV (RFC 4180) as they are written, the head first. Empty lines are none. A line break in quotes
 * belongs to its record.
 */
export function csvRecords(csv: string): string[] {
  const records: string[] = [];
  let record = '';
  let quoted = false;
  for (const line of csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    record = quoted ? `${record}\n${line}` : line;
    // A doubled quote inside of quotes is two of them: whether their number is odd tells all the same.
    if ((line.match(/"/g)?.length ?? 0) % 2 === 1) quoted = !quoted;
    if (quoted || record.trim() === '') continue;
    records.push(record);
  }
  if (quoted) records.push(record);
  return records;
}

/** The text of a file: UTF-8, or what spreadsheets on Windows write where it is not. */
export async function textOfFile(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
