// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { readInvitationFile, templateOfCsv } from './invitation-csv.ts';

const roles = ['GLOBAL_MASTER', 'ORG_ADMIN', 'AUDITOR', 'USER', 'CURATOR'];
const read = (text: string) => readInvitationFile(text, roles);
const recordsOf = (text: string) => {
  const { header, people } = read(text);
  return [header, ...people.map(({ record }) => record)];
};

describe('a file of people to invite', () => {
  it.each<[string, string, string[]]>([
    [
      'names on the screen in English',
      'email,roles,lang\na@b.example,Unit administrator; auditor,English',
      ['email,roles,lang', 'a@b.example,ORG_ADMIN;AUDITOR,en'],
    ],
    [
      'names on the screen in German',
      'E-Mail;Rollen;Sprache\na@b.example;"Prüfer; Einheitsverwaltung";Deutsch',
      ['email,roles,lang', 'a@b.example,AUDITOR;ORG_ADMIN,de'],
    ],
    [
      'both languages at once, decomposed and in capitals',
      'email,rolle\na@b.example,PRU\u0308FER\na@c.example,User\na@d.example,Benutzer',
      ['email,roles', 'a@b.example,AUDITOR', 'a@c.example,USER', 'a@d.example,USER'],
    ],
    [
      'names of the service',
      'email,roles\na@b.example,CURATOR;org_admin',
      ['email,roles', 'a@b.example,CURATOR;ORG_ADMIN'],
    ],
    [
      'headings of spreadsheets, with a byte order mark',
      '\uFEFF"E-Mail", Voller Name ,Rollen,Einheit,SPRACHE\r\na@b.example,Rolle,,,',
      ['email,name,roles,organizationalUnits,lang', 'a@b.example,Rolle,,,'],
    ],
    [
      'line breaks and quotes within cells',
      'email,name\n1,"Ada\nLovelace"\n2,"says ""hi"""\n3,"a,b"',
      ['email,name', '1,"Ada\nLovelace"', '2,"says ""hi"""', '3,"a,b"'],
    ],
    ['tabs', 'email\tname\na@b.example\tA, B', ['email,name', 'a@b.example,"A, B"']],
    ['a separator line', 'sep=;\r\nemail;name\r\na@b.example;A', ['email,name', 'a@b.example,A']],
    [
      'roles with commas between them, or each on a line of its own',
      'email,roles\na@b.example,"Auditor, User"\na@c.example,"Prüfer\nBenutzer"',
      ['email,roles', 'a@b.example,AUDITOR;USER', 'a@c.example,AUDITOR;USER'],
    ],
    [
      'a role that is not known beside one that is, which the service names whole',
      'email,roles\na@b.example,"Auditor, Boss"',
      ['email,roles', 'a@b.example,"Auditor, Boss"'],
    ],
    [
      'addresses as address books and links write them',
      'email\n"Ada Lovelace <a@b.example>"\nmailto:a@c.example\na@d.example;',
      ['email', 'a@b.example', 'a@c.example', 'a@d.example'],
    ],
    [
      'languages with their country',
      'email,lang\na@b.example,de-AT\na@c.example,en_US\na@d.example,DE',
      ['email,lang', 'a@b.example,de', 'a@c.example,en', 'a@d.example,de'],
    ],
    [
      'the hyphen of a word processor in a heading',
      'E\u2011Mail,Rolle\na@b.example,Prüfer',
      ['email,roles', 'a@b.example,AUDITOR'],
    ],
    [
      'roles and languages that are not known, which stay for the service',
      'email,roles,lang\na@b.example,Boss,Klingon',
      ['email,roles,lang', 'a@b.example,Boss,Klingon'],
    ],
    [
      'a first and a last name',
      'Nachname;Vorname;E-Mail\nLovelace;Ada;a@b.example\n;Ben;b@b.example\nZuse;;k@b.example',
      ['email,name', 'a@b.example,Ada Lovelace', 'b@b.example,Ben', 'k@b.example,Zuse'],
    ],
    [
      'headings of Google Workspace',
      'First Name [Required],Last Name [Required],Email Address [Required],Password [Required]\nAda,Lovelace,a@b.example,****',
      ['email,name', 'a@b.example,Ada Lovelace'],
    ],
    [
      'headings of Entra ID and forms',
      'userPrincipalName,displayName,Mail *\na.b#EXT#@c.example,Ada,a@b.example',
      ['name,email', 'Ada,a@b.example'],
    ],
    [
      'headings and cells with marks that nobody sees',
      '\u200eemail,\u2068Rolle\u2069\n\u202aa@b.example\u202c,\u200fPrüfer\u200f',
      ['email,roles', 'a@b.example,AUDITOR'],
    ],
    [
      'cells without a heading, of which the service says that they are too many',
      'email,name,\na@b.example,A,,,\nb@b.example,B,,x',
      ['email,name', 'a@b.example,A', 'b@b.example,B,x'],
    ],
  ])('may have %s', (_name, text, records) => expect(recordsOf(text)).toEqual(records));

  it('keeps empty lines for the service, which counts lines', () => {
    expect(read('email\r\n\r\na@b.example\r\n  \r\nb@b.example').csv).toBe(
      'email\r\n\r\na@b.example\r\n\r\nb@b.example',
    );
  });

  it('tells the name, roles and units of each person', () => {
    expect(read('email,roles,einheiten\na@b.example,Auditor,North;South').people).toEqual([
      {
        record: 'a@b.example,AUDITOR,North;South',
        name: '',
        roles: ['AUDITOR'],
        units: ['North', 'South'],
      },
    ]);
  });

  it('tells which columns it does not read', () => {
    const text = 'Title,Email,Phone,E-mail 2 Address,\nDr,a@b.example,1,,';
    expect(read(text)).toMatchObject({
      unread: ['Title', 'Phone', 'E-mail 2 Address'],
      header: 'email',
      lacksHeading: false,
    });
  });

  it.each([
    'a@b.example\tAda\tAuditor\tNorth',
    'a@b.example;Lovelace, Ada;Auditor',
    'b@b.example\nLovelace;Ada;a@b.example',
    'Vorname;Nachname\nAda;Lovelace',
    'ada (at) example.org',
  ])('lacks a heading in %j', (text) => expect(read(text).lacksHeading).toBe(true));

  it.each([
    'a@b.example;b@b.example;c@b.example',
    'Lovelace, Ada <a@b.example>; Zuse, Konrad <k@b.example>; c@b.example',
    'a@b.example;;;',
    'email;name;roles;units\na@b.example;A;;',
  ])('lacks none in %j', (text) => expect(read(text).lacksHeading).toBe(false));

  it('is understood as its template writes it', () => {
    expect(recordsOf(templateOfCsv)).toEqual([
      'email,name,roles,organizationalUnits,lang',
      'ada@example.org,Ada Lovelace,USER,,en',
      'konrad@example.org,Konrad Zuse,,,de',
    ]);
  });

  it('is left to the service if it cannot be read', () => {
    for (const text of ['email\n"open', '']) expect(read(text).csv).toBe(text);
  });
});

describe('a list of addresses without a heading', () => {
  it.each<[string, string, string[]]>([
    [
      'one per line',
      'ada@example.org\nkonrad@example.org\n',
      ['ada@example.org,', 'konrad@example.org,'],
    ],
    ['a single one', ' ada@example.org ', ['ada@example.org,']],
    [
      'empty lines, other line ends and a byte order mark',
      '\uFEFF\r\nada@example.org\r\rb@c.example',
      ['ada@example.org,', 'b@c.example,'],
    ],
    [
      'names before the address',
      'Ada Lovelace <ada@example.org>',
      ['ada@example.org,Ada Lovelace'],
    ],
    [
      'quoted names with a comma',
      '"Lovelace, Ada" <ada@example.org>',
      ['ada@example.org,"Lovelace, Ada"'],
    ],
    // As Outlook copies recipients.
    [
      'the last name first without quotes, several in a line',
      'Lovelace, Ada <ada@example.org>; Zuse, Konrad <konrad@example.org>;',
      ['ada@example.org,"Lovelace, Ada"', 'konrad@example.org,"Zuse, Konrad"'],
    ],
    [
      'several with a comma',
      'a@b.example, c@d.example,e@f.example',
      ['a@b.example,', 'c@d.example,', 'e@f.example,'],
    ],
    ['several with spaces', 'a@b.example c@d.example', ['a@b.example,', 'c@d.example,']],
    [
      'a name in the next column',
      'ada@example.org,Ada Lovelace\nb@c.example;Ben',
      ['ada@example.org,Ada Lovelace', 'b@c.example,Ben'],
    ],
    [
      'a name in the column before',
      'Ada Lovelace\tada@example.org',
      ['ada@example.org,Ada Lovelace'],
    ],
    ['links', 'mailto:ada@example.org\n<mailto:b@c.example>', ['ada@example.org,', 'b@c.example,']],
    ['the address as its own name', 'ada@example.org <ada@example.org>', ['ada@example.org,']],
    [
      'German quotation marks and an apostrophe',
      '„Seán O’Brien“ <sean@example.org>',
      ['sean@example.org,Seán O’Brien'],
    ],
    [
      'addresses of the world',
      'jörg@müller.example\nr&d@example.org\na/b@example.org',
      ['jörg@müller.example,', 'r&d@example.org,', 'a/b@example.org,'],
    ],
    ['a full stop at the end', 'ada@example.org.', ['ada@example.org,']],
    [
      'what is no address, which is refused and not lost',
      'ada@example.org\nnobody\nc@d.example, Ben, e@f.example',
      ['ada@example.org,', 'nobody,', 'c@d.example,', 'Ben,', 'e@f.example,'],
    ],
    [
      'brackets within names and around addresses',
      'Doe, Jane (External) <jane@example.org>; Ada Lovelace [ada@example.org]; Ben Ray (ben@example.org)',
      [
        'jane@example.org,"Doe, Jane (External)"',
        'ada@example.org,Ada Lovelace',
        'ben@example.org,Ben Ray',
      ],
    ],
    [
      'signs of lists and headers of mails',
      '• a@b.example\n- b@b.example\n1. Ada <c@b.example>\nTo: Ben <d@b.example>\nKopie: e@b.example',
      ['a@b.example,', 'b@b.example,', 'c@b.example,Ada', 'd@b.example,Ben', 'e@b.example,'],
    ],
    [
      'what nobody sees around addresses and in names',
      '\u202aa@b.example\u202c\n\u00a0\u2068Ada\u2069 \u202bLovelace\u202c <\u200eb@b.example\u200e>',
      ['a@b.example,', 'b@b.example,Ada Lovelace'],
    ],
    ['empty brackets', 'ada@example.org\nBen <>', ['ada@example.org,', ',Ben']],
  ])('with %s', (_, text, expected) => {
    expect(recordsOf(text)).toEqual(['email,name', ...expected]);
  });

  it('keeps the numbers of its lines', () => {
    const { people } = read('a@b.example\n\nc@d.example; e@f.example');
    expect(people.map(({ line }) => line)).toEqual([1, 3, 3]);
  });

  it.each(['email\na@b.example', 'Name;E-Mail\nAda;a@b.example', '"email"\ta@b\na@b.example'])(
    'is none with a heading: %j',
    (text) => {
      expect(read(text).people.every(({ line }) => line === undefined)).toBe(true);
    },
  );
});
