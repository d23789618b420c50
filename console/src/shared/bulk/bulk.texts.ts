import { grouped, texts } from '../texts.ts';

export const useBulkTexts = texts({
  en: {
    progress: (done: number, total: number) => `${grouped(done)} of ${grouped(total)}`,
    cancel: 'Cancel',
    close: 'Close',
    download: 'Download as CSV',
    results: 'Results',
    name: 'Name',
    outcome: 'Result',
    message: 'Message',
    outcomes: {
      DONE: 'Done',
      UNCHANGED: 'Unchanged',
      REFUSED: 'Refused',
      UNKNOWN: 'No response',
      NOT_TRIED: 'Not tried',
    },
    counts: {
      DONE: (count: number) => `${grouped(count)} done`,
      UNCHANGED: (count: number) => `${grouped(count)} unchanged`,
      REFUSED: (count: number) => `${grouped(count)} refused`,
      UNKNOWN: (count: number) => `${grouped(count)} without a response`,
      NOT_TRIED: (count: number) => `${grouped(count)} not tried`,
    },
  },
  de: {
    progress: (done: number, total: number) => `${grouped(done)} von ${grouped(total)}`,
    cancel: 'Abbrechen',
    close: 'Schließen',
    download: 'Als CSV herunterladen',
    results: 'Ergebnisse',
    name: 'Name',
    outcome: 'Ergebnis',
    message: 'Meldung',
    outcomes: {
      DONE: 'Erledigt',
      UNCHANGED: 'Unverändert',
      REFUSED: 'Abgelehnt',
      UNKNOWN: 'Ohne Antwort',
      NOT_TRIED: 'Nicht versucht',
    },
    counts: {
      DONE: (count: number) => `${grouped(count)} erledigt`,
      UNCHANGED: (count: number) => `${grouped(count)} unverändert`,
      REFUSED: (count: number) => `${grouped(count)} abgelehnt`,
      UNKNOWN: (count: number) => `${grouped(count)} ohne Antwort`,
      NOT_TRIED: (count: number) => `${grouped(count)} nicht versucht`,
    },
  },
});
