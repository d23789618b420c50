/** What the scopes of API tokens are called. */
export const tokenScopeLabels = {
  en: { read: 'read', write: 'write', admin: 'admin' },
  de: { read: 'lesen', write: 'schreiben', admin: 'verwalten' },
};
