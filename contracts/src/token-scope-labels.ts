import type { TokenScope } from './permissions.ts';

/** What the console and mails call the scopes of API tokens. */
export const tokenScopeLabels = {
  en: { read: 'read', write: 'write', admin: 'admin' },
  de: { read: 'lesen', write: 'schreiben', admin: 'verwalten' },
} satisfies Record<'en' | 'de', Record<TokenScope, string>>;
