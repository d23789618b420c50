import { texts } from '../shared/texts.ts';

export const useErrorPageTexts = texts({
  en: {
    notFoundTitle: 'Page Not Found',
    notFoundText: (path: string) => `Page Not Found: ${path}`,
    notFoundHint: 'The address may be mistyped, or what it led to is no longer there.',
    search: 'Find what you were looking for',
    related: 'The nearest page that exists',
    failureTitle: 'Internal Server Error',
    failureText: 'Something went wrong. Nothing you saved before is lost.',
    idToQuote: 'Id to quote:',
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
    idToQuote: 'Id zum Angeben:',
    tryAgain: 'Erneut versuchen',
    home: 'Start',
    partitions: 'Partitionen',
  },
});
