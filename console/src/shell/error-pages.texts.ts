import { texts } from '../platform/texts.ts';

export const useErrorPageTexts = texts({
  en: {
    failureTitle: 'Internal Server Error',
    failureText: 'Something went wrong. Everything you saved before is safe.',
    codeMissing:
      'The program of this page did not arrive from the server. Everything you saved before is safe. Try again; if that does not help, the server may be updating.',
    idToQuote: 'Error ID:',
    offlineTitle: 'You are offline',
    offlineText: 'This page has not been loaded yet. It opens as soon as the connection is back.',
    tryAgain: 'Try again',
    home: 'Home',
  },
  // The title is defined by the specification.
  de: {
    failureTitle: 'Internal Server Error',
    failureText: 'Etwas ist schiefgegangen. Was vorher gespeichert wurde, ist nicht verloren.',
    codeMissing:
      'Das Programm dieser Seite ist nicht vom Server angekommen. Was vorher gespeichert wurde, ist nicht verloren. Versuche es erneut; hilft das nicht, wird der Server vielleicht gerade aktualisiert.',
    idToQuote: 'Fehler-ID:',
    offlineTitle: 'Keine Verbindung',
    offlineText:
      'Diese Seite ist noch nicht geladen. Sie öffnet sich, sobald die Verbindung wieder da ist.',
    tryAgain: 'Erneut versuchen',
    home: 'Start',
  },
});
