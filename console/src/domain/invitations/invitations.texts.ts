import { texts } from '../../platform/texts.ts';

export const useInvitationTexts = texts({
  en: {
    invite: 'Invite',
    title: 'Invite user',
    hint: 'A welcome email is sent with a link to set a password.',
    email: 'Email',
    name: 'Name',
    nameHint: 'Shown to others; the user can change it.',
    language: 'Language',
    units: 'Organizational units',
    roles: 'Roles',
    rolesHint: 'Without a role, the user can only open the partitions below.',
    partitions: 'Partitions',
    partitionsHint: 'The user becomes a member immediately.',
    partitionRole: (partition: string) => `Role in ${partition}`,
    removePartition: (partition: string) => `Remove ${partition}`,
    memberRoles: { READER: 'Reader', EDITOR: 'Editor', OWNER: 'Owner' },
    send: 'Send invitation',
    notSent: 'The invitation was not sent',
    sent: (email: string) => `${email} invited.`,
    membersFailedTitle: (email: string) => `${email} invited`,
    membersFailed: 'The invitation was sent, but these memberships could not be added:',
    tryAgain: 'Try again',
    close: 'Close',
    unitsNeeded: 'Choose at least one of your units: you cannot invite outside them.',
  },
  de: {
    invite: 'Einladen',
    title: 'Benutzer einladen',
    hint: 'Eine Begrüßungsmail mit einem Link zum Setzen des Passworts wird verschickt.',
    email: 'E-Mail',
    name: 'Name',
    nameHint: 'Wie andere ihn sehen; die Person kann ihn ändern.',
    language: 'Sprache',
    units: 'Organisationseinheiten',
    roles: 'Rollen',
    rolesHint: 'Ohne Rolle kann der Benutzer nur die Partitionen unten öffnen.',
    partitions: 'Partitionen',
    partitionsHint: 'Der Benutzer wird sofort Mitglied.',
    partitionRole: (partition: string) => `Rolle in ${partition}`,
    removePartition: (partition: string) => `${partition} entfernen`,
    memberRoles: { READER: 'Leser', EDITOR: 'Bearbeiter', OWNER: 'Eigentümer' },
    send: 'Einladung senden',
    notSent: 'Die Einladung wurde nicht gesendet',
    sent: (email: string) => `${email} ist eingeladen.`,
    membersFailedTitle: (email: string) => `${email} ist eingeladen`,
    membersFailed:
      'Die Einladung wurde verschickt, aber diese Mitgliedschaften konnten nicht hinzugefügt werden:',
    tryAgain: 'Erneut versuchen',
    close: 'Schließen',
    unitsNeeded:
      'Wähle mindestens eine deiner Einheiten: Außerhalb davon kannst du niemanden einladen.',
  },
});
export type InvitationTexts = ReturnType<typeof useInvitationTexts>;

/** The welcome email (specification 3 and 9), in the language of the invited user. */
export const welcomeMails = {
  en: {
    headline: 'Welcome',
    body: (email: string) =>
      `An account was created for you. You sign in with ${email}.\n\nChoose a password to start.`,
    ctaText: 'Start',
    footer: (email: string) =>
      `This email was sent to ${email} because an administrator invited you.`,
  },
  de: {
    headline: 'Willkommen',
    body: (email: string) =>
      `Für dich wurde ein Konto angelegt. Du meldest dich mit ${email} an.\n\nWähle ein Passwort, um zu beginnen.`,
    ctaText: 'Beginnen',
    footer: (email: string) =>
      `Diese Mail wurde an ${email} verschickt, weil dich ein Administrator eingeladen hat.`,
  },
} as const;
