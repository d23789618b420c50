import { grouped, texts } from '../../shared/texts.ts';

const users = (count: number) => (count === 1 ? '1 user' : `${grouped(count)} users`);

/** What is done to many users at once. */
const benutzern = (count: number): string =>
  count === 1 ? '1 Benutzer' : `${grouped(count)} Benutzern`;

export const useBulkUserTexts = texts({
  en: {
    disableTitle: (count: number) => `Disable ${users(count)}?`,
    disableQuestion:
      'Their sessions end at once, and they cannot sign in until they are enabled again.',
    disabling: 'Disabling users',
    enableTitle: (count: number) => `Enable ${users(count)}?`,
    enableQuestion: 'They can sign in again. Whoever has not come yet counts as invited.',
    enabling: 'Enabling users',
    endTitle: (count: number) => `End all sessions of ${users(count)}?`,
    endQuestion: 'They have to sign in again everywhere. What is not saved there is lost.',
    ending: 'Ending sessions',
    resendTitle: (count: number) => `Send the invitation to ${users(count)} again?`,
    resendQuestion: 'Each gets a mail with a new link; the links before stop working.',
    resending: 'Sending invitations',
    addRoleTitle: (count: number) => `Give ${users(count)} a role`,
    addingRole: (role: string) => `Giving the role ${role}`,
    removeRoleTitle: (count: number) => `Take a role from ${users(count)}`,
    removeRoleHint: 'A role that comes through a unit stays: take it from the unit.',
    removingRole: (role: string) => `Taking the role ${role}`,
    assignTitle: (count: number) => `Put ${users(count)} into a unit`,
    assigning: (unit: string) => `Putting users into ${unit}`,
    unassignTitle: (count: number) => `Take ${users(count)} out of a unit`,
    unassignHint: 'They lose the roles that come through it.',
    unassigning: (unit: string) => `Taking users out of ${unit}`,
    role: 'Role',
    chooseRole: 'Choose a role …',
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
      'Sie können sich wieder anmelden. Wer noch nicht gekommen ist, gilt als eingeladen.',
    enabling: 'Benutzer werden aktiviert',
    endTitle: (count: number) => `Alle Sitzungen von ${benutzern(count)} beenden?`,
    endQuestion:
      'Sie müssen sich überall neu anmelden. Was dort nicht gespeichert ist, geht verloren.',
    ending: 'Sitzungen werden beendet',
    resendTitle: (count: number) => `Einladung an ${grouped(count)} Benutzer erneut senden?`,
    resendQuestion:
      'Jeder bekommt eine Mail mit einem neuen Link; die Links davor gelten nicht mehr.',
    resending: 'Einladungen werden gesendet',
    addRoleTitle: (count: number) => `${benutzern(count)} eine Rolle geben`,
    addingRole: (role: string) => `Die Rolle ${role} wird gegeben`,
    removeRoleTitle: (count: number) => `${benutzern(count)} eine Rolle nehmen`,
    removeRoleHint: 'Eine Rolle, die über eine Einheit kommt, bleibt: Nimm sie der Einheit.',
    removingRole: (role: string) => `Die Rolle ${role} wird genommen`,
    assignTitle: (count: number) => `${grouped(count)} Benutzer in eine Einheit aufnehmen`,
    assigning: (unit: string) => `Benutzer werden in ${unit} aufgenommen`,
    unassignTitle: (count: number) => `${grouped(count)} Benutzer aus einer Einheit nehmen`,
    unassignHint: 'Sie verlieren die Rollen, die über sie kommen.',
    unassigning: (unit: string) => `Benutzer werden aus ${unit} genommen`,
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
