import { grouped, texts } from '../texts.ts';

export const usePickerTexts = texts({
  en: {
    typeToFind: 'Type to search',
    clear: (label: string) => `Clear: ${label}`,
    remove: (name: string) => `Remove ${name}`,
    searching: 'Searching…',
    nothingFound: 'No results',
    moreFound: 'More results: type more of the name.',
    found: (count: number) => (count === 1 ? '1 found' : `${grouped(count)} found`),
    allows: 'Permissions',
    mayNotGrant: 'You can only grant permissions that you have yourself.',
    noRoles: 'There are no roles.',
    rolesUnknown: 'The service does not report which roles exist.',
    moreRoles: 'The service has more roles than it returned.',
    notLoaded: 'The roles could not be loaded',
  },
  de: {
    typeToFind: 'Zum Suchen tippen',
    clear: (label: string) => `Leeren: ${label}`,
    remove: (name: string) => `${name} entfernen`,
    searching: 'Wird gesucht …',
    nothingFound: 'Nichts gefunden',
    moreFound: 'Weitere Treffer: Gib mehr vom Namen ein.',
    found: (count: number) => `${grouped(count)} gefunden`,
    allows: 'Berechtigungen',
    mayNotGrant: 'Du kannst nur Berechtigungen erteilen, die du selbst hast.',
    noRoles: 'Es gibt keine Rollen.',
    rolesUnknown: 'Der Dienst gibt nicht an, welche Rollen es gibt.',
    moreRoles: 'Der Dienst hat mehr Rollen, als er geliefert hat.',
    notLoaded: 'Die Rollen konnten nicht geladen werden',
  },
});
