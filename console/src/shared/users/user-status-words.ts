/** What the states of a user are called, the same wherever users are listed. */
export const userStatusWords = {
  en: { INVITED: 'Invited', ACTIVE: 'Active', DISABLED: 'Disabled', LOCKED: 'Locked' },
  de: { INVITED: 'Eingeladen', ACTIVE: 'Aktiv', DISABLED: 'Deaktiviert', LOCKED: 'Gesperrt' },
};
