import { grouped, texts } from '../../../platform/texts.ts';

/** Texts about the table of all rows before an import. */
export const useReviewTexts = texts({
  en: {
    title: 'Review',
    shown: (count: number, total: number) =>
      count === total
        ? `${grouped(total)} ${total === 1 ? 'row' : 'rows'}`
        : `${grouped(count)} of ${grouped(total)} rows`,
    hint: 'To correct a cell, double-click it or select it and start typing. Rows without a tick are not imported. The file itself stays as it is.',
    row: 'Row',
    key: 'Key',
    outcome: 'Result',
    changes: 'Changes',
    include: 'Import',
    includeRow: (number: number) => `Import row ${number}`,
    excluded: 'Not imported',
    notReviewed: 'Not shown',
    onlyKey: 'Key only',
    nothing: 'nothing',
    outcomes: {
      created: 'New',
      changed: 'Changed',
      ended: 'Ended',
      existing: 'Unchanged',
      refused: 'Refused',
      unjudged: 'Not checked',
      unreadable: 'Unreadable',
    },
    removes: (names: string) => `removes ${names}`,
    was: (before: string, after: string) => `${before} → ${after}`,
    wrongCells: (column: string, count: number) =>
      count === 1
        ? `${column}: 1 cell cannot be read.`
        : `${column}: ${grouped(count)} cells cannot be read.`,
    keepAsText: (column: string) => `Import ${column} as text`,
    pending: 'You have changed rows. Check them again before you import.',
    filter: 'Show only these rows',
  },
  de: {
    title: 'Zeilen',
    shown: (count: number, total: number) =>
      count === total
        ? `${grouped(total)} ${total === 1 ? 'Zeile' : 'Zeilen'}`
        : `${grouped(count)} von ${grouped(total)} Zeilen`,
    hint: 'Zum Korrigieren doppelklicke eine Zelle, oder wähle sie aus und tippe. Zeilen ohne Häkchen werden nicht importiert. Die Datei selbst bleibt, wie sie ist.',
    row: 'Zeile',
    key: 'Schlüssel',
    outcome: 'Ergebnis',
    changes: 'Änderungen',
    include: 'Importieren',
    includeRow: (number: number) => `Zeile ${number} importieren`,
    excluded: 'Nicht importiert',
    notReviewed: 'Nicht angezeigt',
    onlyKey: 'Nur Schlüssel',
    nothing: 'nichts',
    outcomes: {
      created: 'Neu',
      changed: 'Geändert',
      ended: 'Beendet',
      existing: 'Unverändert',
      refused: 'Abgelehnt',
      unjudged: 'Nicht geprüft',
      unreadable: 'Unlesbar',
    },
    removes: (names: string) => `entfernt ${names}`,
    was: (before: string, after: string) => `${before} → ${after}`,
    wrongCells: (column: string, count: number) =>
      count === 1
        ? `${column}: 1 Zelle ist nicht lesbar.`
        : `${column}: ${grouped(count)} Zellen sind nicht lesbar.`,
    keepAsText: (column: string) => `${column} als Text importieren`,
    pending: 'Du hast Zeilen geändert. Prüfe sie noch einmal, bevor du importierst.',
    filter: 'Nur diese Zeilen zeigen',
  },
});
