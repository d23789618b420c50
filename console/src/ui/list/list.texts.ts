import { grouped, texts } from '../../platform/texts.ts';
import type { ListRange } from './list-request.ts';

interface RangeTexts {
  none: string;
  of: string;
  ofAbout: string;
  moreFollow: string;
  moreMayFollow: string;
  shown: string;
  moreExist: string;
}

function rangeText(words: RangeTexts) {
  return ({
    from,
    count,
    hasMore,
    perhapsMore,
    total,
    isCut = false,
  }: ListRange & { isCut?: boolean }): string => {
    if (count === 0) return words.none;
    const rows =
      from === undefined
        ? `${grouped(count)} ${words.shown}`
        : count === 1
          ? grouped(from)
          : `${grouped(from)}–${grouped(from - 1 + count)}`;
    if (isCut) return `${rows}, ${words.moreExist}`;
    if (total)
      return `${rows} ${total.estimate ? words.ofAbout : words.of} ${grouped(total.value)}`;
    if (!hasMore) return rows;
    if (perhapsMore) return `${rows}, ${words.moreMayFollow}`;
    return `${rows}, ${words.moreFollow}`;
  };
}

export const useListTexts = texts({
  en: {
    range: rangeText({
      none: 'No entries',
      of: 'of',
      ofAbout: 'of about',
      moreFollow: 'more follow',
      moreMayFollow: 'more may follow',
      shown: 'shown',
      moreExist: 'the service has more',
    }),
    loading: 'Loading',
    search: 'Search',
    clearSearch: 'Clear search',
    filters: 'Filters',
    setFilters: (count: number) =>
      count === 0 ? 'Filters and order' : `Filters and order, ${grouped(count)} set`,
    notOffered: 'This list is not available with the connected services',
    notRead: 'This response cannot be shown as a list',
    notReadHint: 'The response of the service is below, unchanged.',
    notSaid: 'Entries unknown',
    notSaidHint: 'The service did not return a list, so there may be entries that are not shown.',
    noneMatches: 'No results',
    noneMatchesHint: 'No entry matches the search and filters.',
    noneReturnedHint: 'Only the entries that the service returned were searched.',
    untold: (count: number) =>
      `${count === 1 ? '1 more entry' : `${grouped(count)} more entries`} may match, which the service does not report`,
    notReported: 'Not reported',
    notReadable: 'Not readable',
    andMore: 'and more',
    noneYet: 'No results so far',
    noneYetHint: 'Only some of the entries have been searched.',
    goOn: 'Continue searching',
    clearFilters: 'Clear filters',
    pageEmpty: 'This page no longer has any entries',
    views: 'Views',
    changedView: (name: string) => `${name} (changed)`,
    options: 'List options',
    columns: 'Columns',
    shownColumns: 'Shown columns',
    compactRows: 'Compact rows',
    sortBy: 'Sort by',
    usualOrder: 'Default order',
    ascending: (column: string) => `${column}, ascending`,
    descending: (column: string) => `${column}, descending`,
    sorted: (column: string, isDescending: boolean) =>
      `sorted by ${column}, ${isDescending ? 'descending' : 'ascending'}`,
    pages: 'Pages',
    previous: 'Previous page',
    first: 'First page',
    next: 'Next page',
    perPage: (size: number) => `${grouped(size)} per page`,
    pageSize: 'Entries per page',
    selectPage: 'Select all on this page',
    selectRow: (name: string) => `Select ${name}`,
    selected: (count: number) => (count === 1 ? '1 selected' : `${grouped(count)} selected`),
    selection: 'Selected entries',
    clearSelection: 'Clear selection',
    exportAs: {
      csv: 'Export CSV',
      xlsx: 'Export Excel workbook',
      ndjson: 'Export NDJSON',
      print: 'Print all rows',
    },
    allRows: (count: number) => (count === 1 ? '1 row' : `All ${grouped(count)} rows`),
    onlyThisPage:
      'This is one page of the list. “Print all rows” in its … menu prints all of them.',
    exporting: (rows: number, total: number | undefined) =>
      total === undefined
        ? `Exporting, ${grouped(rows)} rows so far`
        : `Exporting, ${grouped(rows)} of ${grouped(total)} ${total === 1 ? 'row' : 'rows'}`,
    cancelExport: 'Cancel export',
    exported: (rows: number) =>
      `${rows === 1 ? '1 row' : `${grouped(rows)} rows`} exported, with all times in UTC`,
    exportedAsIs: (rows: number) =>
      `${rows === 1 ? '1 row' : `${grouped(rows)} rows`} exported, as the service returned them`,
    exportedSince: (message: string, since: string) =>
      `${message}. What was before ${since} is not recorded`,
    notExported: 'The list could not be exported',
  },
  de: {
    range: rangeText({
      none: 'Keine Einträge',
      of: 'von',
      ofAbout: 'von etwa',
      moreFollow: 'weitere folgen',
      moreMayFollow: 'vielleicht folgen weitere',
      shown: 'gezeigt',
      moreExist: 'der Dienst hat weitere',
    }),
    loading: 'Wird geladen',
    search: 'Suchen',
    clearSearch: 'Suche leeren',
    filters: 'Filter',
    setFilters: (count: number) =>
      count === 0 ? 'Filter und Reihenfolge' : `Filter und Reihenfolge, ${grouped(count)} gesetzt`,
    notOffered: 'Mit den verbundenen Diensten ist diese Liste nicht verfügbar',
    notRead: 'Diese Antwort lässt sich nicht als Liste zeigen',
    notReadHint: 'Die Antwort des Dienstes steht unverändert darunter.',
    notSaid: 'Einträge unbekannt',
    notSaidHint:
      'Der Dienst hat keine Liste geliefert. Es kann Einträge geben, die hier nicht stehen.',
    noneMatches: 'Nichts gefunden',
    noneMatchesHint: 'Kein Eintrag passt zur Suche und zu den Filtern.',
    noneReturnedHint: 'Durchsucht sind nur die Einträge, die der Dienst geliefert hat.',
    untold: (count: number) =>
      `${count === 1 ? '1 weiterer Eintrag passt' : `${grouped(count)} weitere Einträge passen`} vielleicht, der Dienst gibt es nicht an`,
    notReported: 'Nicht genannt',
    notReadable: 'Nicht lesbar',
    andMore: 'und weitere',
    noneYet: 'Bisher nichts gefunden',
    noneYetHint: 'Erst ein Teil der Einträge ist durchsucht.',
    goOn: 'Weitersuchen',
    clearFilters: 'Filter zurücksetzen',
    pageEmpty: 'Diese Seite hat keine Einträge mehr',
    views: 'Ansichten',
    changedView: (name: string) => `${name} (geändert)`,
    options: 'Optionen der Liste',
    columns: 'Spalten',
    shownColumns: 'Gezeigte Spalten',
    compactRows: 'Kompakte Zeilen',
    sortBy: 'Sortieren nach',
    usualOrder: 'Standardreihenfolge',
    ascending: (column: string) => `${column}, aufsteigend`,
    descending: (column: string) => `${column}, absteigend`,
    sorted: (column: string, isDescending: boolean) =>
      `sortiert nach ${column}, ${isDescending ? 'absteigend' : 'aufsteigend'}`,
    pages: 'Seiten',
    previous: 'Vorige Seite',
    first: 'Erste Seite',
    next: 'Nächste Seite',
    selectPage: 'Alle auf dieser Seite auswählen',
    selectRow: (name: string) => `${name} auswählen`,
    selected: (count: number) => `${grouped(count)} ausgewählt`,
    selection: 'Ausgewählte Einträge',
    clearSelection: 'Auswahl aufheben',
    exportAs: {
      csv: 'Als CSV exportieren',
      xlsx: 'Als Excel-Arbeitsmappe exportieren',
      ndjson: 'Als NDJSON exportieren',
      print: 'Alle Zeilen drucken',
    },
    allRows: (count: number) => (count === 1 ? '1 Zeile' : `Alle ${grouped(count)} Zeilen`),
    onlyThisPage:
      'Das ist eine Seite der Liste. „Alle Zeilen drucken“ in ihrem Menü … druckt alle.',
    exporting: (rows: number, total: number | undefined) =>
      total === undefined
        ? `Export läuft, bisher ${grouped(rows)} Zeilen`
        : `Export läuft, ${grouped(rows)} von ${grouped(total)} ${total === 1 ? 'Zeile' : 'Zeilen'}`,
    cancelExport: 'Export abbrechen',
    exported: (rows: number) =>
      `${rows === 1 ? '1 Zeile' : `${grouped(rows)} Zeilen`} exportiert, alle Zeiten in UTC`,
    exportedAsIs: (rows: number) =>
      `${rows === 1 ? '1 Zeile' : `${grouped(rows)} Zeilen`} exportiert, wie der Dienst sie geliefert hat`,
    exportedSince: (message, since) => `${message}. Was vor ${since} war, ist nicht aufgezeichnet`,
    notExported: 'Die Liste konnte nicht exportiert werden',
    perPage: (size: number) => `${grouped(size)} pro Seite`,
    pageSize: 'Einträge pro Seite',
  },
});
export type ListTexts = ReturnType<typeof useListTexts>;
