import { texts } from '../texts.ts';

export const useBulkTexts = texts({
  en: {
    progress: (done: number, total: number) => `${done} of ${total}`,
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
      UNKNOWN: 'No answer',
      NOT_TRIED: 'Not tried',
    },
    counts: {
      DONE: (count: number) => `${count} done`,
      UNCHANGED: (count: number) => `${count} unchanged`,
      REFUSED: (count: number) => `${count} refused`,
      UNKNOWN: (count: number) => `${count} without an answer`,
      NOT_TRIED: (count: number) => `${count} not tried`,
    },
  },
  de: {
    progress: (done: number, total: number) => `${done} von ${total}`,
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
      DONE: (count: number) => `${count} erledigt`,
      UNCHANGED: (count: number) => `${count} unverändert`,
      REFUSED: (count: number) => `${count} abgelehnt`,
      UNKNOWN: (count: number) => `${count} ohne Antwort`,
      NOT_TRIED: (count: number) => `${count} nicht versucht`,
    },
  },
});
