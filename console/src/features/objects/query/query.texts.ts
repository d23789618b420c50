import { texts } from '../../../platform/texts.ts';
import type { AboutKey } from './suggestions.ts';

const about: Record<AboutKey, string> = {
  type: 'the type of an object',
  author: 'who changed it: name, ID or me',
  changed: 'when it was changed: 2026, 2026-03, 2026-01..2026-06',
  created: 'when it was created',
  is: 'active or ended',
  has: 'a field that is set',
  no: 'a field that is not set',
  ref: 'what it refers to, by title or ID',
  changes: 'a field whose value changed',
  reason: 'words in the reason; reason:* for any',
};

export const useQueryTexts = texts({
  en: {
    search: 'Search',
    placeholder: {
      objects: 'Words, or field:value',
      changes: 'changes:field, reason:text, author:name',
      words: 'Words in the data, in any order',
    },
    clear: 'Clear search',
    suggestions: 'Suggestions',
    syntax: 'price>10 · date:2024-01..2024-06 · name=exact · (a OR b) c · -without',
    about,
  },
  de: {
    search: 'Suchen',
    placeholder: {
      objects: 'Wörter, oder Feld:Wert',
      changes: 'changes:Feld, reason:Text, author:Name',
      words: 'Wörter in den Daten, in beliebiger Reihenfolge',
    },
    clear: 'Suche leeren',
    suggestions: 'Vorschläge',
    syntax: 'preis>10 · datum:2024-01..2024-06 · name=genau · (a OR b) c · -ohne',
    about: {
      type: 'der Typ eines Objekts',
      author: 'wer es geändert hat: Name, ID oder me',
      changed: 'wann es geändert wurde: 2026, 2026-03, 2026-01..2026-06',
      created: 'wann es angelegt wurde',
      is: 'active (nicht beendet) oder ended (beendet)',
      has: 'ein Feld, das da ist',
      no: 'ein Feld, das fehlt',
      ref: 'worauf es verweist, nach Titel oder ID',
      changes: 'ein Feld, dessen Wert sich geändert hat',
      reason: 'was im Grund steht; reason:* für irgendeinen',
    },
  },
});
