import { csvText } from '../../platform/csv/csv.ts';

/** The maximum length that the service accepts. */
export const maxCharacters = 500_000;

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

/** Column names of spreadsheets in English and German; the service knows only its own names. */
const columnNames: Readonly<Record<string, string>> = {
  'e-mail': 'email',
  'email address': 'email',
  'e-mail address': 'email',
  'e-mail-adresse': 'email',
  'e-mail adresse': 'email',
  emailadresse: 'email',
  'full name': 'name',
  'voller name': 'name',
  'vollständiger name': 'name',
  role: 'roles',
  rolle: 'roles',
  rollen: 'roles',
  unit: 'organizationalUnits',
  units: 'organizationalUnits',
  'organizational unit': 'organizationalUnits',
  'organizational units': 'organizationalUnits',
  einheit: 'organizationalUnits',
  einheiten: 'organizationalUnits',
  organisationseinheit: 'organizationalUnits',
  organisationseinheiten: 'organizationalUnits',
  language: 'lang',
  sprache: 'lang',
};

/** The file with the service's column names in its header; unknown columns stay, and the service reports them. */
export function withServiceColumns(csv: string): string {
  const [header = ''] = /^.*/.exec(csv.replace(/^\uFEFF/, '')) ?? [];
  const names = header.split(',').map((written) => {
    const heading = written
      .replace(/^\s*"|"\s*$/g, '')
      .trim()
      .toLowerCase();
    return Object.hasOwn(columnNames, heading) ? columnNames[heading] : written;
  });
  return `${names.join(',')}${csv.replace(/^\uFEFF/, '').slice(header.length)}`;
}
