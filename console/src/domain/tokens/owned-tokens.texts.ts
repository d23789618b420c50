import { tokenScopeLabels } from '@annals/contracts/token-scope-labels';
import { texts } from '../../platform/texts.ts';

export const useOwnedTokenTexts = texts({
  en: {
    description: 'Description',
    prefix: 'Prefix',
    scopes: 'Scopes',
    scope: tokenScopeLabels.en,
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
    scope: tokenScopeLabels.de,
    expires: 'Läuft ab',
    expired: 'Abgelaufen',
    never: 'Nie',
    lastUsed: 'Zuletzt benutzt',
    created: 'Angelegt',
    actions: 'Aktionen',
  },
});
