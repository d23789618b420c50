import { texts } from '../shared/texts.ts';

export const useErrorPageTexts = texts({
  en: {
    notFoundTitle: 'Page Not Found',
    notFoundText: (path: string) => `Page Not Found: ${path}`,
    notFoundHint: 'The address may be mistyped, or the page no longer exists.',
    search: 'Search for it',
    related: 'The closest page that exists',
    failureTitle: 'Internal Server Error',
    failureText: 'Something went wrong. Everything you saved before is safe.',
    idToQuote: 'Error id:',
    offlineTitle: 'You are offline',
    offlineText: 'This page has not been loaded yet. It opens as soon as the connection is back.',
    tryAgain: 'Try again',
    home: 'Home',
    partitions: 'Partitions',
  },
  // The titles and the text with the path are the specification's and stay as they are.
  de: {
    notFoundTitle: 'Page Not Found',
    notFoundText: (path) => `Page Not Found: ${path}`,
    notFoundHint: 'Die Adresse ist vielleicht vertippt, oder was dort war, gibt es nicht mehr.',
    search: 'Finden, was du gesucht hast',
    related: 'Die nächstgelegene Seite, die es gibt',
    failureTitle: 'Internal Server Error',
    failureText: 'Etwas ist schiefgegangen. Was vorher gespeichert wurde, ist nicht verloren.',
    idToQuote: 'Fehler-ID:',
    offlineTitle: 'Keine Verbindung',
    offlineText:
      'Diese Seite ist noch nicht geladen. Sie öffnet sich, sobald die Verbindung wieder da ist.',
    tryAgain: 'Erneut versuchen',
    home: 'Start',
    partitions: 'Partitionen',
  },
});
