import { texts } from '../platform/texts.ts';

export const useNotFoundTexts = texts({
  en: {
    notFoundTitle: 'Page Not Found',
    notFoundText: (path: string) => `Page Not Found: ${path}`,
    notFoundHint: 'The address may be mistyped, or the page no longer exists.',
    search: 'Search for it',
    related: 'The closest page that exists',
    partitions: 'Partitions',
    home: 'Home',
  },
  // The title and the text with the path are defined by the specification.
  de: {
    notFoundTitle: 'Page Not Found',
    notFoundText: (path) => `Page Not Found: ${path}`,
    notFoundHint: 'Die Adresse ist vielleicht vertippt, oder die Seite gibt es nicht mehr.',
    search: 'Danach suchen',
    related: 'Die nächstgelegene Seite, die es gibt',
    partitions: 'Partitionen',
    home: 'Start',
  },
});
