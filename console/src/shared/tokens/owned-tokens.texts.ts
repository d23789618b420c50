import { texts } from '../texts.ts';

export const useOwnedTokenTexts = texts({
  en: {
    description: 'Description',
    prefix: 'Prefix',
    scopes: 'Scopes',
    scope: { read: 'read', write: 'write', admin: 'admin' },
    expires: 'Expires',
    expired: 'Expired',
    never: 'Never',
    lastUsed: 'Last used',
    created: 'Created',
    actions: 'Actions',
  },
  de: {
    description: 'Beschreibung',
    prefix: 'Präfix',
    scopes: 'Darf',
    scope: { read: 'lesen', write: 'schreiben', admin: 'verwalten' },
    expires: 'Läuft ab',
    expired: 'Abgelaufen',
    never: 'Nie',
    lastUsed: 'Zuletzt benutzt',
    created: 'Angelegt',
    actions: 'Aktionen',
  },
});
