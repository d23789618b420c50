import { queryErrors, type QueryErrorCode } from '@annals/contracts/query';
import { texts } from '../../../shared/texts.ts';
import type { AboutKey } from './suggestions.ts';

const about: Record<AboutKey, string> = {
  type: 'the type of an object',
  author: 'who changed it: name, id or me',
  changed: 'when it was changed: 2026, 2026-03, 2026-01..2026-06',
  created: 'when it began',
  is: 'active or ended',
  has: 'a field that is set',
  no: 'a field that is not set',
  ref: 'what it refers to, by title or id',
  changes: 'a field whose value changed',
};

const germanErrors: Record<QueryErrorCode, string> = {
  unclosedQuote: 'Am Ende dieses Textes fehlt ein Anführungszeichen.',
  valueMissing: 'Ein Wert fehlt.',
  spaceMissing: 'Nach dem schließenden Anführungszeichen fehlt ein Leerzeichen.',
  badKey: 'Das ist kein Name eines Feldes. Schreib ihn wie release.cycle.',
  unknownType: 'Ein Typ ist ein Buchstabe, dann Buchstaben, Ziffern, _ . oder -.',
  unknownState: 'Schreib is:ended oder is:active.',
  badDate:
    'Das ist kein Datum. Schreib ein Jahr, einen Monat, einen Tag oder eine Zeit in UTC: 2024, 2024-03, 2024-03-01, 2024-03-01T10:00Z.',
  badRange: 'Ein Bereich braucht zwei Zahlen, zwei Daten oder zwei Texte.',
  badComparison: 'Das lässt sich so nicht vergleichen. Schreib einen Doppelpunkt.',
  twice: 'Das lässt sich nur einmal angeben.',
  tooLong: 'Dieser Text ist zu lang.',
  tooMany: 'Eine Abfrage nimmt höchstens 20 Bedingungen.',
  changesOnly: 'Änderungen sucht die Seite der letzten Änderungen.',
  notInChanges:
    'Änderungen lassen sich nach changes:, type:, author:, changed: und Bedingungen an Felder suchen, nicht hiernach.',
  notInWords:
    'Die Volltextsuche nimmt Wörter und type:. Alle Bedingungen nimmt die Liste der Objekte.',
};

export const useQueryTexts = texts({
  en: {
    search: 'Search',
    placeholder: {
      objects: 'Words, or field:value',
      changes: 'changes:field, author:name, changed:2026',
      words: 'Words in the data, in any order',
    },
    clear: 'Clear search',
    suggestions: 'Suggestions',
    syntax: 'price>10 · date:2024-01..2024-06 · title:"two words" · name=exact',
    about,
    errors: queryErrors as Record<QueryErrorCode, string>,
    errorAt: (place: number, part: string, what: string) =>
      part === '' ? what : `“${part}” at character ${place}: ${what}`,
  },
  de: {
    search: 'Suchen',
    placeholder: {
      objects: 'Wörter, oder Feld:Wert',
      changes: 'changes:Feld, author:Name, changed:2026',
      words: 'Wörter in den Daten, in beliebiger Reihenfolge',
    },
    clear: 'Suche leeren',
    suggestions: 'Vorschläge',
    syntax: 'preis>10 · datum:2024-01..2024-06 · titel:"zwei Wörter" · name=genau',
    about: {
      type: 'der Typ eines Objekts',
      author: 'wer es geändert hat: Name, ID oder me',
      changed: 'wann es geändert wurde: 2026, 2026-03, 2026-01..2026-06',
      created: 'wann es begann',
      is: 'active (nicht beendet) oder ended (beendet)',
      has: 'ein Feld, das da ist',
      no: 'ein Feld, das fehlt',
      ref: 'worauf es verweist, nach Titel oder ID',
      changes: 'ein Feld, dessen Wert sich geändert hat',
    },
    errors: germanErrors,
    errorAt: (place, part, what) => (part === '' ? what : `„${part}“ an Stelle ${place}: ${what}`),
  },
});
