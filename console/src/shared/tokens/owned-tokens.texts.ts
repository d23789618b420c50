import { texts } from '../texts.ts';

export const useOwnedTokenTexts = texts({
  en: {
    description: 'Description',
    prefix: 'Begins with',
    scopes: 'May',
    scope: { read: 'read', write: 'write', admin: 'administer' },
    expires: 'Expires',
    expired: 'Expired',
    never: 'Never',
    lastUsed: 'Last used',
    created: 'Created',
    acts: 'Actions',
  },
  de: {
    description: 'Beschreibung',
    prefix: 'Beginnt mit',
    scopes: 'Darf',
    scope: { read: 'lesen', write: 'schreiben', admin: 'verwalten' },
    expires: 'Läuft ab',
    expired: 'Abgelaufen',
    never: 'Nie',
    lastUsed: 'Zuletzt benutzt',
    created: 'Angelegt',
    acts: 'Aktionen',
  },
});
