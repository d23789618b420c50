import { csvText, quoteCell } from '@annals/rules/files/csv-text';
import { delimiterOf, isEmptyRecord, recordsOf } from '@annals/rules/files/csv-records';
import { rolesByName } from '../../domain/permissions/roles-by-name.ts';
import { foldName, plainText } from '../../platform/plain-text.ts';
import { readAddressList } from './address-list.ts';
import { languages } from '../../platform/texts.ts';
import { useUserTexts } from './users.texts.ts';

/** The maximum length that the service accepts. */
export const maxCharacters = 500_000;

export const templateOfCsv = csvText([
  ['email', 'name', 'roles', 'units', 'language'],
  ['ada@example.org', 'Ada Lovelace', 'User', '', 'English'],
  ['konrad@example.org', 'Konrad Zuse', '', '', 'German'],
]);

/** A file of people to invite, in the words of the service. */
export interface InvitationFile {
  header: string;
  /** Of each person, in the order of the file. */
  people: readonly PersonToInvite[];
  /** Everything, with empty lines where the file has them, so that the service counts its lines. */
  csv: string;
  /** The headings of columns that say nothing about an invitation. */
  unread: readonly string[];
  /** Whether it is a table, and no heading says which column has the email. */
  lacksHeading: boolean;
}

export interface PersonToInvite {
  /** The number of the line in a list without a heading. */
  line?: number;
  record: string;
  name: string;
  /** As the service names them. */
  roles: readonly string[];
  /** As they are in the file: a name or an ID. */
  units: readonly string[];
}

/**
 * Reads a file as people write it: any delimiter, and columns, roles and languages by their names on the screen, in
 * either language. Roles and languages that are not known stay, and the service says so. Other columns are left out.
 * @param roles of the service, with their names
 */
export function readInvitationFile(text: string, roles: readonly string[]): InvitationFile {
  const list = readAddressList(text);
  if (list && !hasHeading(text)) return fileOfList(list);
  const { records, problem } = recordsOf(text, delimiterOf(text));
  const first = records.findIndex((record) => !isEmptyRecord(record));
  // The service names the place where the file cannot be read.
  if (problem !== undefined || first < 0)
    return { header: '', people: [], csv: text, unread: [], lacksHeading: false };
  const headings = (records[first] ?? []).map(plainText);
  const columns = columnsOf(headings, valuesByName(roles));
  const header = columns.map(({ id }) => id);
  const lines = records.map((record, index) => {
    if (index < first || isEmptyRecord(record)) return undefined;
    if (index === first) return header;
    const cells = record.map(plainText);
    // More than the heading has is a mistake, which the service names.
    const further = cells.slice(headings.length).filter((cell) => cell !== '');
    return columns.map(({ read }) => read(cells)).concat(further);
  });
  const written = lines.map((cells) => (cells ? cells.map(quoteCell).join(',') : ''));
  const people = lines.slice(first + 1).flatMap((cells, index) => {
    if (!cells) return [];
    const cell = (column: string) => cells[header.indexOf(column)] ?? '';
    return {
      record: written[first + 1 + index] ?? '',
      name: cell('name'),
      roles: severalIn(cell('roles')),
      units: severalIn(cell('organizationalUnits')),
    };
  });
  return {
    header: written[first] ?? '',
    people,
    csv: written.join('\r\n'),
    unread: headings.filter((heading) => heading !== '' && columnOf(heading) === undefined),
    lacksHeading: !header.includes('email'),
  };
}

interface Column {
  id: string;
  read: (cells: readonly string[]) => string;
}

/** The columns for the service, where a first and a last name are a name. */
function columnsOf(headings: readonly string[], names: ValuesByName): Column[] {
  const known = headings.map(columnOf);
  const [given, family] = [known.indexOf('givenName'), known.indexOf('familyName')];
  const columns = known.flatMap((id, at): Column[] =>
    id === undefined || id === 'givenName' || id === 'familyName'
      ? []
      : [{ id, read: (cells) => inWordsOfService(cells[at] ?? '', id, names) }],
  );
  if (known.includes('name') || (given < 0 && family < 0)) return columns;
  const read: Column['read'] = (cells) =>
    [cells[given], cells[family]].filter((part) => part !== undefined && part !== '').join(' ');
  return [...columns, { id: 'name', read }];
}

/** Whether the first line that is not empty names a column. */
function hasHeading(text: string): boolean {
  const first = text.split(/[\r\n]+/).find((line) => line.trim() !== '') ?? '';
  return first
    .split(/[,;\t|]/)
    .some((cell) => columnOf(cell.replaceAll(/["\uFEFF]/g, '')) !== undefined);
}

function fileOfList(list: NonNullable<ReturnType<typeof readAddressList>>): InvitationFile {
  const header = 'email,name';
  const people = list.people.map(({ line, email, name }) => ({
    line,
    record: [email, name].map(quoteCell).join(','),
    name,
    roles: [],
    units: [],
  }));
  const csv = [header, ...people.map(({ record }) => record)].join('\r\n');
  return { header, people, csv, unread: [], lacksHeading: list.isTable };
}

interface ValuesByName {
  roles: ReadonlyMap<string, string>;
  languages: ReadonlyMap<string, string>;
}

function inWordsOfService(cell: string, column: string, names: ValuesByName): string {
  if (column === 'roles')
    return severalIn(cell)
      .flatMap((name) => rolesIn(name, names))
      .join(';');
  if (column === 'lang') {
    // A tag such as de-AT, or a locale such as en_US.
    const [language = ''] = foldName(cell).split(/[-_]/, 1);
    return names.languages.get(foldName(cell)) ?? names.languages.get(language) ?? cell.trim();
  }
  if (column === 'email') return plainEmail(cell);
  return cell;
}

/** Names may contain commas, so these separate only names that are known. */
function rolesIn(name: string, { roles }: ValuesByName): string[] {
  const roleOf = (text: string) => roles.get(foldName(text));
  const parts = name.split(/[,\n|]/).filter((part) => part.trim() !== '');
  const known = parts.map(roleOf).filter((role) => role !== undefined);
  return known.length === parts.length ? known : [roleOf(name) ?? name];
}

/** The address alone, of what address books and links write around it. */
function plainEmail(cell: string): string {
  const [, address] = /<([^<>\s]+)>[\s;,]*$/.exec(cell) ?? [];
  return (address ?? cell)
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[;,]+$/, '');
}

/** The names on the screen in all languages, and those of the service, which win. */
function valuesByName(roles: readonly string[]): ValuesByName {
  const byLanguage = new Map<string, string>();
  for (const language of languages)
    for (const [code, name] of Object.entries(useUserTexts.in(language).languages))
      byLanguage.set(foldName(name), code);
  for (const code of languages) byLanguage.set(code, code);
  return { roles: rolesByName(roles), languages: byLanguage };
}

const severalIn = (cell: string): string[] =>
  cell
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * The column that a heading names. Forms mark what they require: `Email *`, and Google Workspace writes
 * `Email Address [Required]`.
 */
const columnOf = (heading: string): string | undefined =>
  columnNames.get(
    foldName(heading)
      .replace(/\s*[([](?:required|optional|pflichtfeld)[)\]]$/, '')
      .replace(/\s*[:*]+$/, ''),
  );

/** Column names of spreadsheets in English and German, and those of the service. */
const columnNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // The first of several in contacts of Google.
    email: [
      'email',
      'e-mail 1 - value',
      'e-mail',
      'email address',
      'e-mail address',
      'e-mail-adresse',
      'e-mail adresse',
      'emailadresse',
      // Exports of Okta and of address books.
      'primary email',
      'work email',
      'business email',
      'e-mail (geschäftlich)',
      'mail',
      'mailadresse',
      'mail-adresse',
    ],
    name: [
      'name',
      'full name',
      'display name',
      'displayname',
      'voller name',
      'vollständiger name',
      'anzeigename',
    ],
    givenName: ['first name', 'firstname', 'given name', 'givenname', 'vorname'],
    familyName: [
      'last name',
      'lastname',
      'surname',
      'family name',
      'familyname',
      'nachname',
      'familienname',
    ],
    roles: ['roles', 'role', 'rolle', 'rollen'],
    organizationalUnits: [
      'organizationalunits',
      'unit',
      'units',
      'organizational unit',
      'organizational units',
      'einheit',
      'einheiten',
      'organisationseinheit',
      'organisationseinheiten',
    ],
    lang: ['lang', 'language', 'sprache'],
  }).flatMap(([column, names]) => names.map((name) => [name, column] as const)),
);
