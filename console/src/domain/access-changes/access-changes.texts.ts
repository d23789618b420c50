import { grouped, texts } from '../../platform/texts.ts';

export const useAccessChangeTexts = texts({
  en: {
    undo: 'Undo',
    undoTitle: 'Undo this change?',
    undoOf: (name: string) => `This concerns ${name}:`,
    notUndone: 'This could not be undone',
    undone: 'Undone.',
    changedSince: 'This has been changed again since then. Check the newer entries.',
    outOfScope: 'You no longer administer this. Ask a global master to undo it.',
    cannotUndo: 'This can no longer be undone: it has been changed again since then.',
    undoneByOthers: (roles: string) => `Only someone who may grant ${roles} can undo this.`,
    joins: (unit: string) => `Back in the unit ${unit}`,
    leaves: (unit: string) => `No longer in the unit ${unit}`,
    enables: 'Can sign in again',
    disables: 'Can no longer sign in; sessions end immediately',
    memberAgain: (partition: string, role: string) =>
      `In the partition ${partition} with the role ${role} again`,
    memberNoMore: (partition: string) => `No longer a member of the partition ${partition}`,
    tokenEnds: (token: string) => `The API token “${token}” stops working immediately`,
    definition: (field: string) => `Back to the previous value: ${field}`,
    fields: {
      description: 'Description',
      permissions: 'Permissions',
      scope: 'Scope',
      secondFactorRequired: 'Second factor required',
      secondFactorGraceHours: 'Grace period',
    },
    reinstate: (moment: string) => `Reinstate as of ${moment}`,
    reinstateTitle: (name: string) => `Reinstate ${name}?`,
    reinstateQuestion: (moment: string) =>
      `The account becomes as it was before it was offboarded (${moment}), as far as possible:`,
    reinstateNow: 'Reinstate',
    notReinstated: 'The user was not reinstated',
    reinstated: (name: string) => `${name} reinstated.`,
    lost: {
      sessions: (count: number) =>
        `Not restored: ${count === 1 ? '1 session' : `${grouped(count)} sessions`}. The user has to sign in again.`,
      token: (name: string) =>
        `Not restored: the API token “${name}”. A new one has to be created.`,
      identity: (provider: string) =>
        `Not restored: the account at ${provider}. The user has to link it again.`,
      factors: (count: number) =>
        `Not restored: ${count === 1 ? '1 second factor' : `${grouped(count)} second factors`}. The user has to set up new ones.`,
      invitation: 'Not restored: the invitation. Send it again.',
      handedOver: (to: string) =>
        `Stays with ${to || 'the successor'}: the partitions, running jobs, change sets and shared searches that were handed over. Both will be owners.`,
      invitations: (to: string, count: number) =>
        `Stays with ${to || 'the successor'}: ${count === 1 ? '1 open invitation' : `${grouped(count)} open invitations`}.`,
      role: (name: string) => `Not restored: the role ${name}, which no longer exists.`,
      unit: (name: string) =>
        `Not restored: the unit ${name}, which no longer exists or is not administered by you.`,
    },
  },
  de: {
    undo: 'Rückgängig machen',
    undoTitle: 'Diese Änderung rückgängig machen?',
    undoOf: (name: string) => `Das betrifft ${name}:`,
    notUndone: 'Es ließ sich nicht rückgängig machen',
    undone: 'Rückgängig gemacht.',
    changedSince: 'Das wurde seitdem noch einmal geändert. Sieh dir die neueren Einträge an.',
    outOfScope: 'Das verwaltest du nicht mehr. Bitte einen Global Master, es rückgängig zu machen.',
    cannotUndo: 'Nicht mehr rückgängig zu machen: Es wurde seitdem noch einmal geändert.',
    undoneByOthers: (roles: string) =>
      `Rückgängig machen kann das nur, wer ${roles} vergeben darf.`,
    joins: (unit: string) => `Wieder in der Einheit ${unit}`,
    leaves: (unit: string) => `Nicht mehr in der Einheit ${unit}`,
    enables: 'Kann sich wieder anmelden',
    disables: 'Kann sich nicht mehr anmelden; Sitzungen enden sofort',
    memberAgain: (partition: string, role: string) =>
      `Wieder in der Partition ${partition} mit der Rolle ${role}`,
    memberNoMore: (partition: string) => `Nicht mehr Mitglied der Partition ${partition}`,
    tokenEnds: (token: string) => `Das API-Token „${token}“ funktioniert sofort nicht mehr`,
    definition: (field: string) => `Zurück zum früheren Wert: ${field}`,
    fields: {
      description: 'Beschreibung',
      permissions: 'Berechtigungen',
      scope: 'Reichweite',
      secondFactorRequired: 'Zweiter Faktor verlangt',
      secondFactorGraceHours: 'Schonfrist',
    },
    reinstate: (moment: string) => `Zum Stand ${moment} zurückholen`,
    reinstateTitle: (name: string) => `${name} zurückholen?`,
    reinstateQuestion: (moment: string) =>
      `Das Konto wird so weit wie möglich wie vor dem Ausscheiden (${moment}):`,
    reinstateNow: 'Zurückholen',
    notReinstated: 'Der Benutzer wurde nicht zurückgeholt',
    reinstated: (name: string) => `${name} ist wieder da.`,
    lost: {
      sessions: (count: number) =>
        `Nicht wiederhergestellt: ${count === 1 ? '1 Sitzung' : `${grouped(count)} Sitzungen`}. Der Benutzer muss sich neu anmelden.`,
      token: (name: string) =>
        `Nicht wiederhergestellt: das API-Token „${name}“. Ein neues muss angelegt werden.`,
      identity: (provider: string) =>
        `Nicht wiederhergestellt: das Konto bei ${provider}. Der Benutzer muss es neu verknüpfen.`,
      factors: (count: number) =>
        `Nicht wiederhergestellt: ${count === 1 ? '1 zweiter Faktor' : `${grouped(count)} zweite Faktoren`}. Der Benutzer muss neue einrichten.`,
      invitation: 'Nicht wiederhergestellt: die Einladung. Sende sie neu.',
      handedOver: (to: string) =>
        `Bleibt bei ${to || 'der Nachfolge'}: die übergebenen Partitionen, laufenden Aufträge, Änderungssätze und geteilten Suchen. Eigentümer sind dann beide.`,
      invitations: (to: string, count: number) =>
        `Bleibt bei ${to || 'der Nachfolge'}: ${count === 1 ? '1 offene Einladung' : `${grouped(count)} offene Einladungen`}.`,
      role: (name: string) => `Nicht wiederhergestellt: die Rolle ${name}, die es nicht mehr gibt.`,
      unit: (name: string) =>
        `Nicht wiederhergestellt: die Einheit ${name}, die es nicht mehr gibt oder die du nicht verwaltest.`,
    },
  },
});
