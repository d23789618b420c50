import { memberRoleNames } from '../permissions/member-roles.texts.ts';
import { texts } from '../../platform/texts.ts';

export const useInvitationTexts = texts({
  en: {
    invite: 'Invite',
    seatTitle: 'Give an auditor a seat',
    seatHint:
      'A guest who reads what you choose, changes nothing, and has no access any more after the end. A welcome email is sent with a link to sign in.',
    accessEnds: 'Access ends',
    accessEndsHint: 'At this moment, all sessions and tokens end by themselves.',
    accessEndsMissing: 'Enter a date in the future.',
    seatPartitions: 'Partitions to audit',
    seatPartitionsHint: 'The auditor becomes a reader, and can draw samples of changes.',
    seatUnits: 'Organizational units to audit',
    seatUnitsHint: 'The auditor sees their users, applications, tokens and events.',
    auditLog: 'Audit log',
    auditLogHint: 'All events, with their proof.',
    auditLogNotYours: 'Only somebody who can read the whole audit log can give this.',
    nothingToAudit: 'Choose at least one partition or unit, or the audit log.',
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
    memberRoles: memberRoleNames.en,
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
    seatTitle: 'Zugang für einen Prüfer',
    seatHint:
      'Ein Gast, der liest, was du auswählst, nichts ändert und nach dem Ende keinen Zugang mehr hat. Eine Begrüßungsmail mit einem Link zum Anmelden wird verschickt.',
    accessEnds: 'Zugang endet',
    accessEndsHint: 'Dann enden alle Sitzungen und Tokens von selbst.',
    accessEndsMissing: 'Gib ein Datum in der Zukunft an.',
    seatPartitions: 'Zu prüfende Partitionen',
    seatPartitionsHint: 'Der Prüfer wird Leser und kann Stichproben von Änderungen ziehen.',
    seatUnits: 'Zu prüfende Organisationseinheiten',
    seatUnitsHint: 'Der Prüfer sieht ihre Benutzer, Anwendungen, Tokens und Ereignisse.',
    auditLog: 'Audit-Log',
    auditLogHint: 'Alle Ereignisse samt Nachweis.',
    auditLogNotYours: 'Das kann nur geben, wer selbst das ganze Audit-Log liest.',
    nothingToAudit: 'Wähle mindestens eine Partition oder Einheit oder das Audit-Log.',
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
    memberRoles: memberRoleNames.de,
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
