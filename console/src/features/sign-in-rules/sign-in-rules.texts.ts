import { freshProofLabels } from '../../domain/sessions/fresh-proof-labels.ts';
import { grouped, texts } from '../../platform/texts.ts';

const minutesEn = (minutes: number): string => {
  if (minutes === 1) return '1 minute';
  if (minutes % 1_440 === 0)
    return minutes === 1_440 ? '1 day' : `${grouped(minutes / 1_440)} days`;
  if (minutes % 60 === 0) return minutes === 60 ? '1 hour' : `${grouped(minutes / 60)} hours`;
  return `${grouped(minutes)} minutes`;
};
const minutesDe = (minutes: number): string => {
  if (minutes === 1) return '1 Minute';
  if (minutes % 1_440 === 0)
    return minutes === 1_440 ? '1 Tag' : `${grouped(minutes / 1_440)} Tagen`;
  if (minutes % 60 === 0) return minutes === 60 ? '1 Stunde' : `${grouped(minutes / 60)} Stunden`;
  return `${grouped(minutes)} Minuten`;
};

export const useSignInRulesTexts = texts({
  en: {
    title: 'Sign-in rules',
    intro:
      'How long sessions last, from where and with which factors people sign in. Of several rules that apply to a person, the strictest wins. Without a rule, a session ends after 30 minutes without activity or 8 hours after sign-in.',
    newRule: 'New rule',
    changeRule: 'Change rule',
    rules: 'Rules',
    none: 'No rules: the defaults above apply to everyone.',
    concerns: 'Applies to',
    everyone: 'Everyone',
    role: 'Role',
    unit: 'Organizational unit',
    unitHint: 'Also the units below it.',
    roleMissing: 'Choose a role.',
    unitMissing: 'Choose an organizational unit.',
    demands: 'Requires',
    demandsNothing: 'Nothing',
    idle: (minutes: number) => `Ends after ${minutesEn(minutes)} without activity`,
    absolute: (minutes: number) => `Ends ${minutesEn(minutes)} after sign-in`,
    maxSessions: (count: number) =>
      count === 1 ? 'At most 1 session' : `At most ${grouped(count)} sessions`,
    passkey: 'Passkey as second factor',
    trustedDevices: (days: number) =>
      days === 0
        ? 'Second factor at every sign-in'
        : days === 1
          ? 'Trusted devices for 1 day'
          : `Trusted devices for ${grouped(days)} days`,
    people: (networks: string) => `People from ${networks}`,
    tokens: (networks: string) => `API tokens from ${networks}`,
    applications: (networks: string) => `Applications from ${networks}`,
    freshProof: (actions: string) => `Recent confirmation: ${actions}`,
    changed: 'Changed',
    edit: 'Edit',
    remove: 'Delete',
    sessions: 'Sessions',
    numberWrong: (least: number, most: number) =>
      `Enter a whole number from ${grouped(least)} to ${grouped(most)}, or leave it empty.`,
    idleMinutes: 'Ends when inactive for (minutes)',
    idleMinutesHint: '10 to 1,440. Empty: 30, unless another rule applies.',
    absoluteMinutes: 'Ends at the latest after (minutes)',
    absoluteMinutesHint: '15 to 43,200. Empty: 480, unless another rule applies.',
    sessionCount: 'Sessions at the same time',
    sessionCountHint:
      'One more sign-in ends the session that was used longest ago. Empty: any number.',
    passkeyRequired: 'Only a passkey counts as second factor',
    passkeyRequiredHint:
      'Codes from an app no longer do. Recovery codes still replace a lost passkey.',
    trustedDeviceDays: 'A device can be trusted for (days)',
    trustedDeviceDaysHint:
      'After a second factor, people can choose that this device needs only the password. 0: never. Empty: never, unless another rule applies.',
    networks: 'Allowed networks',
    networksHint: 'One per line, such as 203.0.113.0/24 or 2001:db8::/32. Empty: from anywhere.',
    peopleNetworks: 'People',
    tokenNetworks: 'API tokens of people',
    applicationNetworks: 'API tokens of applications',
    freshProofFor: 'Actions that require a recent confirmation',
    freshProofForHint:
      'Anyone who last signed in or confirmed their identity more than ten minutes ago is asked again. API tokens are not asked: limit them with scopes, networks and an expiry date.',
    actions: freshProofLabels.en,
    create: 'Create rule',
    notSaved: 'The rule was not saved.',
    saved: 'Rule saved. It applies now, also to open sessions.',
    preview: 'Check whom it affects',
    leavesNoMaster:
      'This rule cannot be saved: no global master could sign in any more. Allow a network from which one has signed in lately, or let one add a passkey first.',
    refusesYou: (address: string) =>
      `You are connected from ${address || 'an unknown address'}, which it does not allow: it would refuse you at once. Somebody in an allowed network can change it again.`,
    refusesYouTitle: 'Lock yourself out from here?',
    saveAnyway: 'Save rule',
    affectsNobody: (concerned: number) =>
      concerned === 1
        ? 'It applies to 1 person and locks nobody out.'
        : `It applies to ${grouped(concerned)} people and locks nobody out.`,
    locksOut: (count: number, concerned: number) =>
      count === 1
        ? `It locks out one person of ${grouped(concerned)}:`
        : `It locks out ${grouped(count)} of ${grouped(concerned)} people:`,
    andMore: (count: number) => `and ${grouped(count)} more`,
    reasons: { NETWORK: 'not in an allowed network', PASSKEY: 'has no passkey' },
    endsSessions: (count: number) =>
      count === 1
        ? '1 open session would end or be refused.'
        : `${grouped(count)} open sessions would end or be refused.`,
    stopsTokens: (count: number) =>
      count === 1
        ? 'One API token was last used elsewhere and would be refused.'
        : `${grouped(count)} API tokens were last used elsewhere and would be refused.`,
    removeTitle: 'Delete this rule?',
    removeQuestion: 'What it requires no longer applies, also to open sessions.',
    removed: 'Rule deleted.',
    notRemoved: 'The rule was not deleted.',
    history: 'History',
  },
  de: {
    title: 'Anmelderegeln',
    intro:
      'Wie lange Sitzungen dauern, von wo und mit welchen Faktoren man sich anmeldet. Gelten für jemanden mehrere Regeln, zählt die strengste. Ohne Regel endet eine Sitzung nach 30 Minuten ohne Aktivität oder 8 Stunden nach der Anmeldung.',
    newRule: 'Neue Regel',
    changeRule: 'Regel ändern',
    rules: 'Regeln',
    none: 'Keine Regeln: Für alle gilt, was oben steht.',
    concerns: 'Gilt für',
    everyone: 'Alle',
    role: 'Rolle',
    unit: 'Organisationseinheit',
    unitHint: 'Auch die Einheiten darunter.',
    roleMissing: 'Wähle eine Rolle.',
    unitMissing: 'Wähle eine Organisationseinheit.',
    demands: 'Verlangt',
    demandsNothing: 'Nichts',
    idle: (minutes) => `Endet nach ${minutesDe(minutes)} ohne Aktivität`,
    absolute: (minutes) => `Endet ${minutesDe(minutes)} nach der Anmeldung`,
    maxSessions: (count) =>
      count === 1 ? 'Höchstens 1 Sitzung' : `Höchstens ${grouped(count)} Sitzungen`,
    passkey: 'Passkey als zweiter Faktor',
    trustedDevices: (days) =>
      days === 0
        ? 'Zweiter Faktor bei jeder Anmeldung'
        : days === 1
          ? 'Vertrauenswürdige Geräte für 1 Tag'
          : `Vertrauenswürdige Geräte für ${grouped(days)} Tage`,
    people: (networks) => `Personen aus ${networks}`,
    tokens: (networks) => `API-Tokens aus ${networks}`,
    applications: (networks) => `Anwendungen aus ${networks}`,
    freshProof: (actions) => `Erneute Bestätigung: ${actions}`,
    changed: 'Geändert',
    edit: 'Bearbeiten',
    remove: 'Löschen',
    sessions: 'Sitzungen',
    numberWrong: (least, most) =>
      `Gib eine ganze Zahl von ${grouped(least)} bis ${grouped(most)} ein oder lass das Feld leer.`,
    idleMinutes: 'Endet ohne Aktivität nach (Minuten)',
    idleMinutesHint: '10 bis 1.440. Leer: 30, sofern keine andere Regel gilt.',
    absoluteMinutes: 'Endet spätestens nach (Minuten)',
    absoluteMinutesHint: '15 bis 43.200. Leer: 480, sofern keine andere Regel gilt.',
    sessionCount: 'Gleichzeitige Sitzungen',
    sessionCountHint:
      'Eine weitere Anmeldung beendet die am längsten unbenutzte Sitzung. Leer: beliebig viele.',
    passkeyRequired: 'Nur ein Passkey zählt als zweiter Faktor',
    passkeyRequiredHint:
      'Codes einer App zählen nicht mehr. Wiederherstellungscodes ersetzen weiterhin einen verlorenen Passkey.',
    trustedDeviceDays: 'Einem Gerät kann vertraut werden für (Tage)',
    trustedDeviceDaysHint:
      'Nach einem zweiten Faktor kann man wählen, dass auf diesem Gerät das Passwort reicht. 0: nie. Leer: nie, sofern keine andere Regel gilt.',
    networks: 'Erlaubte Netze',
    networksHint:
      'Eines pro Zeile, zum Beispiel 203.0.113.0/24 oder 2001:db8::/32. Leer: von überall.',
    peopleNetworks: 'Personen',
    tokenNetworks: 'API-Tokens von Personen',
    applicationNetworks: 'API-Tokens von Anwendungen',
    freshProofFor: 'Aktionen, die eine erneute Bestätigung verlangen',
    freshProofForHint:
      'Wer sich zuletzt vor mehr als zehn Minuten angemeldet oder die Identität bestätigt hat, wird erneut gefragt. API-Tokens werden nicht gefragt: Begrenze sie mit Umfang, Netzen und Ablaufdatum.',
    actions: freshProofLabels.de,
    create: 'Regel anlegen',
    notSaved: 'Die Regel wurde nicht gespeichert.',
    saved: 'Regel gespeichert. Sie gilt jetzt, auch für offene Sitzungen.',
    preview: 'Prüfen, wen sie betrifft',
    leavesNoMaster:
      'Diese Regel lässt sich nicht speichern: Kein Global Master könnte sich mehr anmelden. Erlaube ein Netz, aus dem sich in letzter Zeit einer angemeldet hat, oder lass zuerst einen von ihnen einen Passkey hinzufügen.',
    refusesYou: (address) =>
      `Du bist von ${address || 'einer unbekannten Adresse'} aus verbunden, was sie nicht erlaubt: Sie würde dich sofort abweisen. Wer in einem erlaubten Netz ist, kann sie wieder ändern.`,
    refusesYouTitle: 'Dich selbst von hier aussperren?',
    saveAnyway: 'Regel speichern',
    affectsNobody: (concerned) =>
      concerned === 1
        ? 'Sie gilt für 1 Person und sperrt niemanden aus.'
        : `Sie gilt für ${grouped(concerned)} Personen und sperrt niemanden aus.`,
    locksOut: (count, concerned) =>
      count === 1
        ? `Sie sperrt eine Person von ${grouped(concerned)} aus:`
        : `Sie sperrt ${grouped(count)} von ${grouped(concerned)} Personen aus:`,
    andMore: (count) => `und ${grouped(count)} weitere`,
    reasons: { NETWORK: 'nicht in einem erlaubten Netz', PASSKEY: 'hat keinen Passkey' },
    endsSessions: (count) =>
      count === 1
        ? '1 offene Sitzung würde enden oder abgewiesen.'
        : `${grouped(count)} offene Sitzungen würden enden oder abgewiesen.`,
    stopsTokens: (count) =>
      count === 1
        ? 'Ein API-Token wurde zuletzt anderswo verwendet und würde abgewiesen.'
        : `${grouped(count)} API-Tokens wurden zuletzt anderswo verwendet und würden abgewiesen.`,
    removeTitle: 'Diese Regel löschen?',
    removeQuestion: 'Was sie verlangt, gilt dann nicht mehr, auch für offene Sitzungen.',
    removed: 'Regel gelöscht.',
    notRemoved: 'Die Regel wurde nicht gelöscht.',
    history: 'Verlauf',
  },
});
export type SignInRulesTexts = ReturnType<typeof useSignInRulesTexts>;
