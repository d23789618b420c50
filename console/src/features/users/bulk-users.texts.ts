import { grouped, texts } from '../../platform/texts.ts';

const users = (count: number) => (count === 1 ? '1 user' : `${grouped(count)} users`);

/** The German dative of `users`. */
const benutzern = (count: number): string =>
  count === 1 ? '1 Benutzer' : `${grouped(count)} Benutzern`;

export const useBulkUserTexts = texts({
  en: {
    disableTitle: (count: number) => `Disable ${users(count)}?`,
    disableQuestion:
      'Their sessions end immediately, and they cannot sign in until they are enabled again.',
    disabling: 'Disabling users',
    enableTitle: (count: number) => `Enable ${users(count)}?`,
    enableQuestion: 'They can sign in again. Users who never signed in count as invited.',
    enabling: 'Enabling users',
    endTitle: (count: number) => `End all sessions of ${users(count)}?`,
    endQuestion: 'They have to sign in again everywhere. Unsaved changes there are lost.',
    ending: 'Ending sessions',
    resendTitle: (count: number) => `Resend the invitation to ${users(count)}?`,
    resendQuestion: 'Each gets an email with a new link; earlier links stop working.',
    resending: 'Resending invitations',
    addRoleTitle: (count: number) => `Add a role to ${users(count)}`,
    addingRole: (role: string) => `Adding the role ${role}`,
    removeRoleTitle: (count: number) => `Remove a role from ${users(count)}`,
    addRoleTo: (name: string) => `Add a role to ${name}`,
    roleAdded: (name: string, role: string) => `Role ${role} added to ${name}.`,
    removeRoleFrom: (name: string) => `Remove a role from ${name}`,
    roleRemoved: (name: string, role: string) => `Role ${role} removed from ${name}.`,
    removeRoleHint: 'Roles that users have through a unit stay: remove them from the unit.',
    removingRole: (role: string) => `Removing the role ${role}`,
    assignTitle: (count: number) => `Add ${users(count)} to a unit`,
    assigning: (unit: string) => `Adding users to ${unit}`,
    unassignTitle: (count: number) => `Remove ${users(count)} from a unit`,
    unassignHint: 'They lose the roles they have through it.',
    unassigning: (unit: string) => `Removing users from ${unit}`,
    role: 'Role',
    chooseRole: 'Choose a role…',
    roleMissing: 'Choose a role.',
    unit: 'Organizational unit',
    unitMissing: 'Choose a unit.',
    notStarted: 'Nothing was changed',
    andMore: (count: number) => `and ${grouped(count)} more`,
  },
  de: {
    disableTitle: (count: number) => `${grouped(count)} Benutzer deaktivieren?`,
    disableQuestion:
      'Ihre Sitzungen enden sofort, und sie können sich nicht anmelden, bis sie wieder aktiviert werden.',
    disabling: 'Benutzer werden deaktiviert',
    enableTitle: (count: number) => `${grouped(count)} Benutzer aktivieren?`,
    enableQuestion:
      'Sie können sich wieder anmelden. Wer sich nie angemeldet hat, gilt als eingeladen.',
    enabling: 'Benutzer werden aktiviert',
    endTitle: (count: number) => `Alle Sitzungen von ${benutzern(count)} beenden?`,
    endQuestion:
      'Sie müssen sich überall neu anmelden. Was dort nicht gespeichert ist, geht verloren.',
    ending: 'Sitzungen werden beendet',
    resendTitle: (count: number) => `Einladung an ${grouped(count)} Benutzer erneut senden?`,
    resendQuestion:
      'Jeder bekommt eine Mail mit einem neuen Link; frühere Links gelten nicht mehr.',
    resending: 'Einladungen werden gesendet',
    addRoleTitle: (count: number) => `${benutzern(count)} eine Rolle zuweisen`,
    addingRole: (role: string) => `Die Rolle ${role} wird zugewiesen`,
    removeRoleTitle: (count: number) => `${benutzern(count)} eine Rolle entziehen`,
    addRoleTo: (name: string) => `${name} eine Rolle zuweisen`,
    roleAdded: (name: string, role: string) => `${name} hat die Rolle ${role}.`,
    removeRoleFrom: (name: string) => `${name} eine Rolle entziehen`,
    roleRemoved: (name: string, role: string) => `${name} hat die Rolle ${role} nicht mehr.`,
    removeRoleHint:
      'Rollen, die Benutzer über eine Einheit haben, bleiben: Entziehe sie der Einheit.',
    removingRole: (role: string) => `Die Rolle ${role} wird entzogen`,
    assignTitle: (count: number) => `${grouped(count)} Benutzer in eine Einheit aufnehmen`,
    assigning: (unit: string) => `Benutzer werden in ${unit} aufgenommen`,
    unassignTitle: (count: number) => `${grouped(count)} Benutzer aus einer Einheit entfernen`,
    unassignHint: 'Sie verlieren die Rollen, die sie über die Einheit haben.',
    unassigning: (unit: string) => `Benutzer werden aus ${unit} entfernt`,
    role: 'Rolle',
    chooseRole: 'Rolle wählen …',
    roleMissing: 'Wähle eine Rolle.',
    unit: 'Organisationseinheit',
    unitMissing: 'Wähle eine Einheit.',
    notStarted: 'Es wurde nichts geändert',
    andMore: (count: number) => `und ${grouped(count)} weitere`,
  },
});
export type BulkUserTexts = ReturnType<typeof useBulkUserTexts>;
