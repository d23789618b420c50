import { texts } from '../texts.ts';
import type { ListRange } from './list-range.ts';

function numbers(language: string) {
  const format = new Intl.NumberFormat(language);
  return (value: number) => format.format(value);
}

interface RangeWords {
  none: string;
  of: string;
  ofAbout: string;
  moreFollow: string;
  shown: string;
}

function rangeText(language: string, words: RangeWords) {
  const number = numbers(language);
  return ({ from, count, hasMore, total }: ListRange): string => {
    if (count === 0) return words.none;
    const rows =
      from === undefined
        ? `${number(count)} ${words.shown}`
        : `${number(from)}–${number(from - 1 + count)}`;
    if (total) return `${rows} ${total.estimate ? words.ofAbout : words.of} ${number(total.value)}`;
    return hasMore ? `${rows}, ${words.moreFollow}` : rows;
  };
}

export const useListTexts = texts({
  en: {
    range: rangeText('en', {
      none: 'No entries',
      of: 'of',
      ofAbout: 'of about',
      moreFollow: 'more follow',
      shown: 'shown',
    }),
    loading: 'Loading',
    search: 'Search',
    clearSearch: 'Clear the search',
    filters: 'Filters',
    notOffered: 'The service has no such list',
    noneMatches: 'Nothing matches',
    noneMatchesHint: 'No entry fits the search and the filters.',
    clearFilters: 'Clear filters',
    pageEmpty: 'This page has no entries any more',
    columns: 'Columns',
    shownColumns: 'Shown columns',
    compactRows: 'Compact rows',
    sortBy: 'Sort by',
    usualOrder: 'Usual order',
    ascending: (column: string) => `${column}, ascending`,
    descending: (column: string) => `${column}, descending`,
    pages: 'Pages',
    previous: 'Previous page',
    first: 'First page',
    next: 'Next page',
    perPage: (size: number) => `${size} per page`,
    pageSize: 'Entries per page',
    selectPage: 'Select all on this page',
    selectRow: (name: string) => `Select ${name}`,
    selected: (count: number) => (count === 1 ? '1 selected' : `${numbers('en')(count)} selected`),
    selection: 'Selected entries',
    clearSelection: 'Clear selection',
    exportCsv: 'Export CSV',
    exporting: (rows: number, total: number | undefined) =>
      total === undefined
        ? `Exporting, ${numbers('en')(rows)} rows so far`
        : `Exporting, ${numbers('en')(rows)} of ${numbers('en')(total)} rows`,
    cancelExport: 'Cancel export',
    exported: (rows: number) =>
      rows === 1 ? '1 row exported' : `${numbers('en')(rows)} rows exported`,
    notExported: 'The list could not be exported',
  },
  de: {
    range: rangeText('de', {
      none: 'Keine Einträge',
      of: 'von',
      ofAbout: 'von etwa',
      moreFollow: 'weitere folgen',
      shown: 'gezeigt',
    }),
    loading: 'Wird geladen',
    search: 'Suchen',
    clearSearch: 'Suche leeren',
    filters: 'Filter',
    notOffered: 'Der Dienst hat keine solche Liste',
    noneMatches: 'Nichts gefunden',
    noneMatchesHint: 'Kein Eintrag passt zur Suche und zu den Filtern.',
    clearFilters: 'Filter zurücksetzen',
    pageEmpty: 'Diese Seite hat keine Einträge mehr',
    columns: 'Spalten',
    shownColumns: 'Gezeigte Spalten',
    compactRows: 'Enge Zeilen',
    sortBy: 'Sortieren nach',
    usualOrder: 'Übliche Reihenfolge',
    ascending: (column: string) => `${column}, aufsteigend`,
    descending: (column: string) => `${column}, absteigend`,
    pages: 'Seiten',
    previous: 'Vorige Seite',
    first: 'Erste Seite',
    next: 'Nächste Seite',
    selectPage: 'Alle auf dieser Seite auswählen',
    selectRow: (name: string) => `${name} auswählen`,
    selected: (count: number) => `${numbers('de')(count)} ausgewählt`,
    selection: 'Ausgewählte Einträge',
    clearSelection: 'Auswahl aufheben',
    exportCsv: 'Als CSV exportieren',
    exporting: (rows: number, total: number | undefined) =>
      total === undefined
        ? `Export läuft, bisher ${numbers('de')(rows)} Zeilen`
        : `Export läuft, ${numbers('de')(rows)} von ${numbers('de')(total)} Zeilen`,
    cancelExport: 'Export abbrechen',
    exported: (rows: number) =>
      rows === 1 ? '1 Zeile exportiert' : `${numbers('de')(rows)} Zeilen exportiert`,
    notExported: 'Die Liste konnte nicht exportiert werden',
    perPage: (size: number) => `${size} pro Seite`,
    pageSize: 'Einträge pro Seite',
  },
});
