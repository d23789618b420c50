import { grouped, texts } from '../../../platform/texts.ts';

export const useSearchTextTexts = texts({
  en: {
    heading: 'Full-text search',
    ask: 'What are you looking for?',
    askHint:
      'Each word matches the beginning of a word, ignoring accents and case. Words that belong together, like Node.js, can be entered as they are.',
    found: (value: number, estimate: boolean) =>
      estimate
        ? `More than ${grouped(value)} objects; only the newest are ranked`
        : value === 1
          ? '1 object'
          : `${grouped(value)} objects`,
    types: 'Types',
    allTypes: 'All types',
    facet: (type: string, value: number) => `${type} ${grouped(value)}`,
    none: 'No results',
    noneHint: 'Try fewer or shorter words.',
    noneYet: 'No results so far',
    noneYetHint: 'Only some of the objects have been searched.',
    goOn: 'Continue searching',
    noneThenHint: 'Try fewer or shorter words, or another point in time.',
    noneOfType: 'No results of this type',
    clearType: 'Search all types',
    more: 'Show more',
    by: 'by',
    ended: 'ended',
  },
  de: {
    heading: 'Volltextsuche',
    ask: 'Wonach suchst du?',
    askHint:
      'Jedes Wort findet Wörter, die so beginnen; Akzente sowie Groß- und Kleinschreibung spielen keine Rolle. Was zusammengehört, wie Node.js, kannst du so eingeben.',
    found: (value, estimate) =>
      estimate
        ? `Mehr als ${grouped(value)} Objekte; nur die neuesten sind nach Relevanz geordnet`
        : value === 1
          ? '1 Objekt'
          : `${grouped(value)} Objekte`,
    types: 'Typen',
    allTypes: 'Alle Typen',
    facet: (type, value) => `${type} ${grouped(value)}`,
    none: 'Nichts gefunden',
    noneHint: 'Versuche es mit weniger oder kürzeren Wörtern.',
    noneYet: 'Bisher nichts gefunden',
    noneYetHint: 'Erst ein Teil der Objekte ist durchsucht.',
    goOn: 'Weitersuchen',
    noneThenHint: 'Versuche es mit weniger oder kürzeren Wörtern oder einem anderen Zeitpunkt.',
    noneOfType: 'Nichts von diesem Typ passt',
    clearType: 'In allen Typen suchen',
    more: 'Mehr zeigen',
    by: 'von',
    ended: 'beendet',
  },
});
