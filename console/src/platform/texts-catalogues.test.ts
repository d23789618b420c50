// @vitest-environment node
import { beforeAll, expect, test, vi } from 'vitest';
import { entriesOf, isNumber, samplesOf, type Entry } from './testing/catalogues.ts';

let entries: Entry[] = [];
let inLanguage: <T>(language: 'en' | 'de', read: () => T) => T;

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('navigator', { languages: ['en'] });
  vi.stubGlobal('document', { documentElement: {}, querySelector: () => null });
  const { setLanguage } = await import('./texts.ts');
  inLanguage = (language, read) => {
    setLanguage(language);
    return read();
  };
  const modules = import.meta.glob(['../**/*texts.ts', '../**/device-label.ts']);
  entries = await entriesOf(modules, inLanguage);
});

/** Words that both languages share. */
const shared = new Set(
  `Alias Body Claim Claims Code Export Filter Form Format Graph Header Host ID Import in Issuer JSON Link Live Log Migration ms Name null optional Partition Passkey Person Problem
  PKCE Query Revision Schema s Scopes Server Shards Status Subject System Test Text Token Tokens URL UTC UTF Version OpenID Connect Webhook Webhooks`.split(
    /\s+/,
  ),
);

/** Titles that the specification defines for all languages. */
const ofTheSpecification = /^(?:Page Not Found(?:: .*)?|Internal Server Error)$/;

/** Numbers that identify something and are therefore not formatted. */
const names = /^(?:receipt|number|index|status)$/;

/** Numbers that are never 1, since no such choice or limit exists. */
const neverOne = /^(?:days|least|most|many|size|shown)$/;

/** German nouns with the same singular and plural. */
const sameForMany = /^(?:Benutzer|Identitätsanbieter|Inhaber|Zeichen|place)$/;

/** English texts with several German translations, and why. */
const severalInGerman: Record<string, string> = {
  'Any type': 'of an object, and of a run',
  Approve: 'a change, and an email domain',
  Archive: 'the thing, and what one does',
  By: 'who wrote it, and through whom it came',
  Change: 'what one does, and what was changed',
  Copy: 'the thing, and what one does',
  Done: 'what has ended, and what was done with a row',
  Export: 'the thing, and what one does',
  Form: 'how something is written, and what is filled in',
  From: 'a beginning, and a source',
  Import: 'the thing, and what one does',
  Logout: 'what one does, and what a provider offers',
  None: 'by the gender of what there is none of',
  Number: 'how many, and a kind of value',
  Open: 'what one does, and what an invitation is',
  'Partition archived': 'an event, and what has just been done',
  'Partition unarchived': 'an event, and what has just been done',
  Results: 'of work, and of a search',
  Review: 'of a change set, and of the rows of a file',
  Scopes: 'of OpenID Connect, and of API tokens',
  System: 'what acted, and whose colours are used',
  text: 'as a value, and in a sentence',
  Type: 'of an object, and of a run or an event',
  Verify: 'a proof, and whose a domain is',
};

const messages = ({ name }: Entry, text: string): string => `${name}: ${text}`;
const bothOf = (entry: Entry, count = 12_431): [string, string] => {
  const values = samplesOf(entry, count);
  return [entry.en(...values), entry.de(...values)];
};
const found = (judge: (entry: Entry, en: string, de: string) => string | undefined): string[] =>
  entries.flatMap((entry) => {
    const [en, de] = bothOf(entry);
    const fault = judge(entry, en, de);
    return fault === undefined ? [] : messages(entry, fault);
  });
const occurrences = (text: string, mark: string): number => text.split(mark).length - 1;

test('no text is empty or the same in English and German', () => {
  expect(entries.length).toBeGreaterThan(2000);
  expect(
    found((_, en, de) => {
      if (en.trim() === '' || de.trim() === '') return 'empty';
      if (en !== de || ofTheSpecification.test(en)) return undefined;
      const words = en.replaceAll(/⟦.*?⟧/g, '').match(/\p{L}+/gu) ?? [];
      return words.every((word) => shared.has(word)) ? undefined : en;
    }),
  ).toEqual([]);
});

test('both languages include all given values', () => {
  expect(
    found((entry, en, de) =>
      samplesOf(entry, 12_431).find(
        (value) => typeof value === 'string' && en.includes(value) !== de.includes(value),
      ) === undefined
        ? undefined
        : `${en} | ${de}`,
    ),
  ).toEqual([]);
});

test('texts use typographic quotes, apostrophes and ellipses', () => {
  expect(
    found((_, en, de) => {
      const isPlain = /"|\.\.\.|\p{L}'|[´`]/u.test(en + de);
      const english = occurrences(en, '“') === occurrences(en, '”') && !en.includes('„');
      const german = occurrences(de, '„') === occurrences(de, '“') && !de.includes('”');
      const spaced = !/\p{L}…/u.test(de);
      return isPlain || !english || !german || !spaced ? `${en} | ${de}` : undefined;
    }),
  ).toEqual([]);
});

test('German texts use “du”', () => {
  expect(
    found((_, _en, de) => (/[\p{Ll},] (?:Sie|Ihnen|Ihre?[mnrs]?)\b/u.test(de) ? de : undefined)),
  ).toEqual([]);
});

test('numbers follow the format of the language', () => {
  expect(
    found((entry, en, de) => {
      if (entry.parameters.some(({ name }) => names.test(name))) return undefined;
      return /12431|12\.431/.test(en) || /12431|12,431/.test(de) ? `${en} | ${de}` : undefined;
    }),
  ).toEqual([]);
});

test('a count of one uses the singular', () => {
  // The text after the number is the same for two, and the noun has a different singular.
  const one = /(?<![\d.,])1 (?:(?!ohne|von|nach|mit)\p{Ll}+ )?(?:\p{Lu}\p{L}+|\p{Ll}{3,}s)\b/gu;
  const isMany = (text: string, many: string): boolean =>
    (text.match(one) ?? []).some(
      (phrase) =>
        new RegExp(`${phrase.replace('1', '2')}(?!\\p{L})`, 'u').test(many) &&
        !sameForMany.test(phrase.split(' ').at(-1) ?? ''),
    );
  expect(
    entries.flatMap((entry) => {
      if (!entry.parameters.some(({ name, type }) => isNumber(type) && !neverOne.test(name)))
        return [];
      const [[en, de], [manyEn, manyDe]] = [bothOf(entry, 1), bothOf(entry, 2)];
      return isMany(en, manyEn) || isMany(de, manyDe) ? messages(entry, `${en} | ${de}`) : [];
    }),
  ).toEqual([]);
});

test('a short English text always has the same German translation', () => {
  const german = new Map<string, Map<string, string[]>>();
  for (const entry of entries.filter(({ parameters }) => parameters.length === 0)) {
    const [en, de] = bothOf(entry);
    if (en.split(' ').length > 4) continue;
    const texts = german.get(en) ?? new Map<string, string[]>();
    const text = de.replaceAll('\u00AD', '');
    german.set(en, texts.set(text, [...(texts.get(text) ?? []), entry.name]));
  }
  const several = [...german].filter(([, texts]) => texts.size > 1);
  expect(
    several
      .filter(([en]) => severalInGerman[en] === undefined)
      .map(([en, texts]) => [en, Object.fromEntries(texts)]),
  ).toEqual([]);
  const needed = new Set(several.map(([en]) => en));
  expect(Object.keys(severalInGerman).filter((en) => !needed.has(en))).toEqual([]);
});

test('texts use the same terms everywhere', () => {
  const wrong =
    /\bEmail|\bEmails\b|Zeitstrahl|Timeline|Besitzer|API-Token\b(?=[^ ]? (?:die|sind|werden))|Globale[rn]? Master\b/;
  expect(found((_, _en, de) => (wrong.test(de) ? de : undefined))).toEqual([]);
});

test.each([
  ['users', 'features/users/users.texts.ts useUserTexts users'],
  ['apiTokens', 'features/tokens/tokens.texts.ts useTokenTexts tokens'],
  ['applications', 'features/applications/applications.texts.ts useApplicationTexts applications'],
  ['organizationalUnits', 'features/organizational-units/units.texts.ts useUnitTexts units'],
  [
    'identityProviders',
    'features/identity-providers/providers.texts.ts useProviderTexts providers',
  ],
  ['partitions', 'features/partitions/shared/partitions.texts.ts usePartitionTexts partitions'],
  ['aliasUrls', 'features/alias-urls/alias-urls.texts.ts useAliasTexts aliases'],
  ['userManagement', 'features/account/account.texts.ts useAccountTexts page'],
])('the menu entry %s matches the heading of its page', (key, heading) => {
  const textOf = (name: string) => bothOf(entries.find((entry) => entry.name === name) as Entry);
  expect(textOf(`shell/menu/menu.texts.ts useMenuTexts entry.${key}`)).toEqual(textOf(heading));
});
