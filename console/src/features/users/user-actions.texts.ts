import { grouped, texts } from '../../platform/texts.ts';

/** Texts of the confirmations of actions on a user. */
export const useUserActionTexts = texts({
  en: {
    disable: 'Disable',
    disableTitle: (name: string) => `Disable ${name}?`,
    disableQuestion: (name: string) =>
      `${name} cannot sign in until the account is enabled again. Roles and memberships stay.`,
    disabled: (name: string) => `${name} disabled.`,
    notDisabled: 'The user was not disabled',
    enable: 'Enable',
    enableTitle: (name: string) => `Enable ${name}?`,
    enableQuestion: (name: string) =>
      `${name} can sign in again with the same roles and memberships as before.`,
    resend: 'Send again',
    resendTitle: (name: string) => `Resend the invitation to ${name}?`,
    resendQuestion: 'An email with a new link is sent; earlier links stop working.',
    resent: (name: string) => `Invitation to ${name} sent again.`,
    notResent: 'The invitation was not sent',
    enabled: (name: string) => `${name} enabled.`,
    notEnabled: 'The user was not enabled',
    reset: 'Send password reset',
    resetTitle: (name: string) => `Send a password reset to ${name}?`,
    resetQuestion: (email: string) =>
      `An email with a link goes to ${email}. The current password works until a new one is set.`,
    resetSent: (email: string) => `Email to ${email} sent.`,
    notSent: 'The email was not sent',
    send: 'Send email',
    end: 'End all sessions',
    endTitle: (name: string) => `End all sessions of ${name}?`,
    endQuestion: 'Unsaved changes there are lost. The user can sign in again.',
    ended: (count: number) =>
      count === 1 ? '1 session ended.' : `${grouped(count)} sessions ended.`,
    notEnded: 'The sessions were not ended',
    factors: 'Reset second factors',
    factorsTitle: (name: string) => `Reset the second factors of ${name}?`,
    factorsQuestion:
      'For a user who lost them. Make sure that the request really comes from this person.',
    factorRemoved: (name: string) => `${name} is removed`,
    codesRemoved: (count: number) =>
      count === 1
        ? '1 recovery code stops working'
        : `${grouped(count)} recovery codes stop working`,
    factorsReset: (name: string) => `Second factors of ${name} reset.`,
    notReset: 'The second factors were not reset',
    offboard: 'Offboard',
    offboardTitle: (name: string) => `Offboard ${name}?`,
    offboardQuestion: (name: string) =>
      `${name} is disabled and loses everything listed here. What they wrote stays.`,
    successor: 'Hand over to',
    successorHint: (things: string) =>
      `Takes over:\n${things}\nIf this is empty, a partition may have no active owner, copies fail, and nobody can finish drafts.`,
    takesOver: {
      partitions: (names: string) => `the ownership of ${names}`,
      copy: (partition: string) => `the running copy into ${partition}`,
      index: (partition: string) => `the running search index of ${partition}`,
      begun: (things: string, partition: string) => `${things} in ${partition}`,
      asEditor: (begun: string) => `${begun}, with the right to edit there`,
      changeSets: (count: number) =>
        count === 1 ? '1 open change set' : `${grouped(count)} open change sets`,
      searches: (count: number) =>
        count === 1 ? '1 shared search' : `${grouped(count)} shared searches`,
      invitations: (count: number) =>
        count === 1
          ? '1 open invitation as its sender'
          : `${grouped(count)} open invitations as their sender`,
    },
    stays: {
      tokens: (name: string) =>
        `API tokens are not handed over, because ${name} knows their secrets. Create new ones.`,
      import: (file: string, partition: string) =>
        `The import of ${file} into ${partition} stops. An owner who has the file can resume it.`,
      partition: (name: string) =>
        `${name} cannot be handed over by you. Ask another owner or a global master.`,
      job: (partition: string) =>
        `The copy or index of ${partition} fails. An owner can resume it.`,
      begun: (name: string) =>
        `Open change sets and shared searches in partitions that you do not own stay with ${name}.`,
    },
    offboardLasting:
      'Account, roles and units can be reinstated later. Everything else here is lost for good.',
    offboarded: (name: string) => `${name} offboarded.`,
    notOffboarded: 'The user was not offboarded',
    touches: {
      sessions: (count: number) =>
        count === 1 ? '1 session ends' : `${grouped(count)} sessions end`,
      trustedDevices: (count: number) =>
        count === 1
          ? '1 device is no longer trusted'
          : `${grouped(count)} devices are no longer trusted`,
      token: (name: string) => `The API token “${name}” is revoked`,
      tokenStops: (name: string) => `The API token “${name}” stops working until then`,
      identity: (name: string) => `The account at ${name} is unlinked`,
      factors: (count: number) =>
        count === 1 ? '1 second factor is removed' : `${grouped(count)} second factors are removed`,
      role: (name: string) => `The role ${name} is removed`,
      unit: (name: string) => `Removed from ${name}`,
    },
  },
  de: {
    disable: 'Deaktivieren',
    disableTitle: (name: string) => `${name} deaktivieren?`,
    disableQuestion: (name: string) =>
      `${name} kann sich nicht anmelden, bis das Konto wieder aktiviert wird. Rollen und Mitgliedschaften bleiben.`,
    disabled: (name: string) => `${name} ist deaktiviert.`,
    notDisabled: 'Der Benutzer wurde nicht deaktiviert',
    enable: 'Aktivieren',
    enableTitle: (name: string) => `${name} aktivieren?`,
    enableQuestion: (name: string) =>
      `${name} kann sich wieder anmelden, mit denselben Rollen und Mitgliedschaften wie zuvor.`,
    resend: 'Erneut senden',
    resendTitle: (name: string) => `Einladung an ${name} erneut senden?`,
    resendQuestion:
      'Eine Mail mit einem neuen Link wird verschickt; frühere Links gelten nicht mehr.',
    resent: (name: string) => `Die Einladung an ${name} ist erneut unterwegs.`,
    notResent: 'Die Einladung wurde nicht gesendet',
    enabled: (name: string) => `${name} ist aktiviert.`,
    notEnabled: 'Der Benutzer wurde nicht aktiviert',
    reset: 'Mail zum Zurücksetzen des Passworts',
    resetTitle: (name: string) => `Mail zum Zurücksetzen des Passworts an ${name} senden?`,
    resetQuestion: (email: string) =>
      `Eine Mail mit einem Link wird an ${email} verschickt. Das aktuelle Passwort gilt, bis ein neues gesetzt wird.`,
    resetSent: (email: string) => `Die Mail an ${email} ist unterwegs.`,
    notSent: 'Die Mail wurde nicht gesendet',
    send: 'Mail senden',
    end: 'Alle Sitzungen beenden',
    endTitle: (name: string) => `Alle Sitzungen von ${name} beenden?`,
    endQuestion:
      'Was dort nicht gespeichert ist, geht verloren. Eine neue Anmeldung bleibt möglich.',
    ended: (count: number) =>
      count === 1 ? '1 Sitzung ist beendet.' : `${grouped(count)} Sitzungen sind beendet.`,
    notEnded: 'Die Sitzungen wurden nicht beendet',
    factors: 'Zweite Faktoren zurücksetzen',
    factorsTitle: (name: string) => `Die zweiten Faktoren von ${name} zurücksetzen?`,
    factorsQuestion:
      'Für jemanden, der sie verloren hat. Vergewissere dich, dass wirklich diese Person darum bittet.',
    factorRemoved: (name: string) => `${name} wird entfernt`,
    codesRemoved: (count: number) =>
      count === 1
        ? '1 Wiederherstellungscode gilt nicht mehr'
        : `${grouped(count)} Wiederherstellungscodes gelten nicht mehr`,
    factorsReset: (name: string) => `${name} hat keinen zweiten Faktor mehr.`,
    notReset: 'Die zweiten Faktoren wurden nicht zurückgesetzt',
    offboard: 'Ausscheiden lassen',
    offboardTitle: (name: string) => `${name} ausscheiden lassen?`,
    offboardQuestion: (name: string) =>
      `${name} wird deaktiviert und verliert alles, was hier aufgeführt ist. Geschriebenes bleibt.`,
    successor: 'Übergeben an',
    successorHint: (things: string) =>
      `Übernimmt:\n${things}\nBleibt das leer, hat eine Partition vielleicht keinen aktiven Eigentümer, Kopien schlagen fehl, und Entwürfe kann niemand beenden.`,
    takesOver: {
      partitions: (names: string) => `das Eigentum an ${names}`,
      copy: (partition: string) => `die laufende Kopie in ${partition}`,
      index: (partition: string) => `den laufenden Suchindex von ${partition}`,
      begun: (things: string, partition: string) => `${things} in ${partition}`,
      asEditor: (begun: string) => `${begun}, mit Schreibrecht dort`,
      changeSets: (count: number) =>
        count === 1 ? '1 offener Änderungssatz' : `${grouped(count)} offene Änderungssätze`,
      searches: (count: number) =>
        count === 1 ? '1 geteilte Suche' : `${grouped(count)} geteilte Suchen`,
      invitations: (count: number) =>
        count === 1
          ? '1 offene Einladung als Absender'
          : `${grouped(count)} offene Einladungen als Absender`,
    },
    stays: {
      tokens: (name: string) =>
        `API-Tokens werden nicht übergeben, weil ${name} ihre Geheimnisse kennt. Lege neue an.`,
      import: (file: string, partition: string) =>
        `Der Import von ${file} in ${partition} hält an. Ein Eigentümer mit der Datei kann ihn fortsetzen.`,
      partition: (name: string) =>
        `${name} kannst du nicht übergeben. Bitte einen anderen Eigentümer oder einen Global Master darum.`,
      job: (partition: string) =>
        `Die Kopie oder der Index von ${partition} schlägt fehl. Ein Eigentümer kann sie fortsetzen.`,
      begun: (name: string) =>
        `Offene Änderungssätze und geteilte Suchen in Partitionen, die dir nicht gehören, bleiben bei ${name}.`,
    },
    offboardLasting:
      'Konto, Rollen und Einheiten lassen sich später zurückholen. Alles andere hier ist für immer verloren.',
    offboarded: (name: string) => `${name} ist ausgeschieden.`,
    notOffboarded: 'Der Benutzer ist nicht ausgeschieden',
    touches: {
      sessions: (count: number) =>
        count === 1 ? '1 Sitzung endet' : `${grouped(count)} Sitzungen enden`,
      trustedDevices: (count: number) =>
        count === 1
          ? '1 Gerät gilt nicht mehr als vertrauenswürdig'
          : `${grouped(count)} Geräte gelten nicht mehr als vertrauenswürdig`,
      token: (name: string) => `Das API-Token „${name}“ wird widerrufen`,
      tokenStops: (name: string) => `Das API-Token „${name}“ funktioniert so lange nicht`,
      identity: (name: string) => `Das Konto bei ${name} wird getrennt`,
      factors: (count: number) =>
        count === 1
          ? '1 zweiter Faktor wird entfernt'
          : `${grouped(count)} zweite Faktoren werden entfernt`,
      role: (name: string) => `Die Rolle ${name} wird entzogen`,
      unit: (name: string) => `Nicht mehr in ${name}`,
    },
  },
});
export type UserActionTexts = ReturnType<typeof useUserActionTexts>;
