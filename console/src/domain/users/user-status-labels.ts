/** The names of a user's status, the same wherever users are listed. */
export const userStatusLabels = {
  en: { INVITED: 'Invited', ACTIVE: 'Active', DISABLED: 'Disabled', LOCKED: 'Locked' },
  de: { INVITED: 'Eingeladen', ACTIVE: 'Aktiv', DISABLED: 'Deaktiviert', LOCKED: 'Gesperrt' },
};
