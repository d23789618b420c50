import { texts } from '../../platform/texts.ts';

export const useRoleTexts = texts({
  en: {
    title: (name: string) => `Roles of ${name}`,
    hint: 'Selected roles are assigned directly. Roles through a unit apply whether they are selected or not.',
    roles: 'Roles',
    toAdd: 'Roles to add',
    toRemove: 'Roles to remove',
    notReported: 'The service does not report the roles of this user.',
    notRead:
      'The service reports the roles of this user in a form that this console cannot read, so only changes can be entered.',
    readInPart: (names: string) =>
      `The service reports some roles of this user in a form that this console cannot read, so only changes can be entered. Read: ${names}.`,
    keeps: (names: string) => `Still held through a unit: ${names}`,
    save: 'Save roles',
    saved: 'Roles updated.',
    notSaved: 'The roles were not updated',
    aboutRoles: 'All roles',
  },
  de: {
    title: (name: string) => `Rollen von ${name}`,
    hint: 'Angekreuzte Rollen sind direkt zugewiesen. Rollen über eine Einheit gelten mit und ohne Häkchen.',
    roles: 'Rollen',
    toAdd: 'Rollen, die zugewiesen werden',
    toRemove: 'Rollen, die entzogen werden',
    notReported: 'Der Dienst nennt die Rollen dieses Benutzers nicht.',
    notRead:
      'Der Dienst nennt die Rollen dieses Benutzers in einer Form, die diese Konsole nicht lesen kann. Deshalb lassen sich nur Änderungen eingeben.',
    readInPart: (names: string) =>
      `Der Dienst nennt einige Rollen dieses Benutzers in einer Form, die diese Konsole nicht lesen kann. Deshalb lassen sich nur Änderungen eingeben. Gelesen: ${names}.`,
    keeps: (names: string) => `Bleibt über eine Einheit: ${names}`,
    save: 'Rollen speichern',
    saved: 'Rollen geändert.',
    notSaved: 'Die Rollen wurden nicht gespeichert',
    aboutRoles: 'Alle Rollen',
  },
});
