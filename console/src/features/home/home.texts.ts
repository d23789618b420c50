import { grouped, texts } from '../../platform/texts.ts';

export const useHomeTexts = texts({
  en: {
    hello: (name: string) => `Hello, ${name}`,
    helloStranger: 'Hello',
    partitions: 'Partitions',
    allPartitions: 'All partitions',
    loading: 'Loading partitions',
    lastChange: 'Last change',
    noChange: 'No changes yet',
    size: (versions: number, timelines: number) =>
      `${grouped(versions)} ${versions === 1 ? 'version' : 'versions'} in ${grouped(timelines)} ${timelines === 1 ? 'timeline' : 'timelines'}`,
    partitionsFailed: 'The partitions could not be loaded',
    none: 'You don’t have access to any partitions yet',
    noneHint: 'Ask a partition owner to add you.',
    toPartitions: 'Go to partitions',
    noneAtAll: 'No partitions yet',
    noneAtAllHint: 'Data is stored in partitions, each with its own members and types.',
    newPartition: 'Create the first partition',
    changedSince: {
      lastVisit: 'Since your last visit',
      read: 'New since you last read',
      readBefore: 'New, and what you have read',
    },
    nothingSince: 'Nobody else has changed anything in your partitions since then.',
    markRead: 'Mark as read',
    markAllRead: 'Mark all as read',
    notMarkedRead: 'The changes were not marked as read',
    showRead: 'Show what I have read',
    hideRead: 'Hide what I have read',
    readUpTo: 'Read up to',
    morePartitions: 'More partitions have changed',
    markedToo: 'They are marked as read too.',
    changesFrom: (count: number, more: boolean) =>
      count === 1 && !more
        ? '1 change since then'
        : `${grouped(count)}${more ? '+' : ''} changes since then`,
    importOf: (count: number, more: boolean, name: string) =>
      `Import of ${grouped(count)}${more ? '+' : ''} ${count === 1 ? 'object' : 'objects'} by ${name}`,
    batchOf: (count: number, more: boolean, name: string) =>
      `${grouped(count)}${more ? '+' : ''} ${count === 1 ? 'object' : 'objects'} written together by ${name}`,
    allOfThem: 'Show all',
    itemsNeedYou: (count: number) =>
      count === 1 ? '1 item needs you' : `${grouped(count)} items need you`,
    actions: {
      check: 'Check',
      remind: 'Remind',
      repair: 'Fix',
      replace: 'Replace',
      verify: 'Verify',
    },
    changeSetActions: {
      TO_REVIEW: 'Review',
      CHANGES_REQUESTED: 'Change',
      TO_COMMIT: 'Commit',
      BREAK_GLASS: 'Check',
    },
    more: 'More pages',
    tiles: {
      auditLog: { name: 'Audit log', hint: 'Who did what, from where' },
      accessChanges: { name: 'Access changes', hint: 'Who got or lost access, with undo' },
      accessChangesToRead: { name: 'Access changes', hint: 'Who got or lost access' },
      system: { name: 'System status', hint: 'Problems, versions, backup and jobs' },
      transfers: { name: 'Import and export', hint: 'Spreadsheets and files, in and out' },
      roles: { name: 'Roles', hint: 'What each role allows' },
      rolesByName: { name: 'Roles', hint: 'The roles of the service' },
    },
    allWell: 'Both services are operational',
    openInvitations: (count: number) => (count === 1 ? 'open invitation' : 'open invitations'),
    endingTokens: (count: number, days: number) =>
      `API ${count === 1 ? 'token expires' : 'tokens expire'} within ${days === 1 ? 'a day' : `${grouped(days)} days`}`,
    neverSignedIn: (count: number) => `${count === 1 ? 'user has' : 'users have'} never signed in`,
    neverSignedInOrInvited: (count: number, invited: number, invitedText: string) =>
      `${count === 1 ? 'user has' : 'users have'} never signed in, ${invitedText} of them ${invited === 1 ? 'has' : 'have'} an open invitation`,
    pendingDomains: {
      providers: (count: number) =>
        `${count === 1 ? 'identity provider has' : 'identity providers have'} an unverified email domain`,
      units: (count: number) =>
        `${count === 1 ? 'organizational unit has' : 'organizational units have'} an unverified email domain`,
    },
    unreadProviders: (count: number) =>
      `${count === 1 ? 'identity provider' : 'identity providers'} sent something that could not be used`,
    systemProblems: (count: number) =>
      count === 1 ? 'problem with the system' : 'problems with the system',
    changeSets: {
      TO_REVIEW: (count: number, partition: string) =>
        `${count === 1 ? 'change set' : 'change sets'} waiting for your review in ${partition}`,
      CHANGES_REQUESTED: (count: number, partition: string) =>
        `${count === 1 ? 'change set' : 'change sets'} of yours with requested changes in ${partition}`,
      TO_COMMIT: (count: number, partition: string) =>
        `${count === 1 ? 'change set' : 'change sets'} ready to commit in ${partition}`,
      BREAK_GLASS: (count: number, partition: string) =>
        `${count === 1 ? 'change set' : 'change sets'} committed without approvals in ${partition} in the last 7 days`,
    },
    auditWebhooks: (count: number) => `audit log ${count === 1 ? 'webhook' : 'webhooks'} failing`,
    webhooks: (count: number, partition: string) =>
      `${count === 1 ? 'webhook' : 'webhooks'} failing in ${partition}`,
    total: (value: number, estimate: boolean) => `${grouped(value)}${estimate ? '+' : ''}`,
    services: { authentication: 'Authentication service', data: 'Data service' },
    health: {
      away: 'Not responding',
      failing: 'Responds with an error',
      unknown: 'Health not reported',
    },
  },
  de: {
    hello: (name) => `Hallo, ${name}`,
    helloStranger: 'Hallo',
    partitions: 'Partitionen',
    allPartitions: 'Alle Partitionen',
    loading: 'Partitionen werden geladen',
    lastChange: 'Letzte Änderung',
    noChange: 'Noch keine Änderungen',
    size: (versions, timelines) =>
      `${grouped(versions)} ${versions === 1 ? 'Version' : 'Versionen'} in ${grouped(timelines)} ${timelines === 1 ? 'Zeitlinie' : 'Zeitlinien'}`,
    partitionsFailed: 'Die Partitionen konnten nicht geladen werden',
    none: 'Du hast noch auf keine Partition Zugriff',
    noneHint: 'Bitte den Eigentümer einer Partition, dich hinzuzufügen.',
    toPartitions: 'Zu den Partitionen',
    noneAtAll: 'Noch keine Partitionen',
    noneAtAllHint: 'Daten liegen in Partitionen, jede mit eigenen Mitgliedern und Typen.',
    newPartition: 'Die erste Partition anlegen',
    changedSince: {
      lastVisit: 'Seit deinem letzten Besuch',
      read: 'Neu, seit du zuletzt gelesen hast',
      readBefore: 'Neues und Gelesenes',
    },
    nothingSince: 'Seither hat sonst niemand etwas in deinen Partitionen geändert.',
    markRead: 'Als gelesen markieren',
    markAllRead: 'Alles als gelesen markieren',
    notMarkedRead: 'Die Änderungen wurden nicht als gelesen markiert',
    showRead: 'Gelesenes zeigen',
    hideRead: 'Gelesenes ausblenden',
    readUpTo: 'Gelesen bis',
    morePartitions: 'Weitere Partitionen haben sich geändert',
    markedToo: 'Auch sie werden als gelesen markiert.',
    changesFrom: (count, more) =>
      count === 1 && !more
        ? '1 Änderung seither'
        : `${grouped(count)}${more ? '+' : ''} Änderungen seither`,
    importOf: (count, more, name) =>
      `Import von ${grouped(count)}${more ? '+' : ''} ${count === 1 ? 'Objekt' : 'Objekten'} durch ${name}`,
    batchOf: (count, more, name) =>
      `${grouped(count)}${more ? '+' : ''} ${count === 1 ? 'Objekt' : 'Objekte'} zusammen geschrieben von ${name}`,
    allOfThem: 'Alles zeigen',
    itemsNeedYou: (count) =>
      count === 1 ? '1 Aufgabe wartet auf dich' : `${grouped(count)} Aufgaben warten auf dich`,
    actions: {
      check: 'Prüfen',
      remind: 'Erinnern',
      repair: 'Beheben',
      replace: 'Ersetzen',
      verify: 'Bestätigen',
    },
    changeSetActions: {
      TO_REVIEW: 'Prüfen',
      CHANGES_REQUESTED: 'Ändern',
      TO_COMMIT: 'Schreiben',
      BREAK_GLASS: 'Prüfen',
    },
    more: 'Weitere Seiten',
    tiles: {
      auditLog: { name: 'Audit-Log', hint: 'Wer was getan hat, und von wo' },
      accessChanges: {
        name: 'Zugriffsänderungen',
        hint: 'Wer Zugriff erhielt oder verlor; lässt sich rückgängig machen',
      },
      accessChangesToRead: {
        name: 'Zugriffsänderungen',
        hint: 'Wer Zugriff erhielt oder verlor',
      },
      system: { name: 'Systemzustand', hint: 'Probleme, Versionen, Sicherung und Aufträge' },
      transfers: { name: 'Import und Export', hint: 'Tabellen und Dateien, hinein und hinaus' },
      roles: { name: 'Rollen', hint: 'Was jede Rolle erlaubt' },
      rolesByName: { name: 'Rollen', hint: 'Die Rollen des Dienstes' },
    },
    allWell: 'Beide Dienste sind in Ordnung',
    openInvitations: (count) => (count === 1 ? 'offene Einladung' : 'offene Einladungen'),
    endingTokens: (count, days) =>
      `API-${count === 1 ? 'Token läuft' : 'Tokens laufen'} innerhalb ${days === 1 ? 'eines Tages' : `von ${grouped(days)} Tagen`} ab`,
    neverSignedIn: (count) => `Benutzer ${count === 1 ? 'hat' : 'haben'} sich nie angemeldet`,
    neverSignedInOrInvited: (count, invited, invitedText) =>
      `Benutzer ${count === 1 ? 'hat' : 'haben'} sich nie angemeldet, ${invitedText} davon ${invited === 1 ? 'hat' : 'haben'} eine offene Einladung`,
    pendingDomains: {
      providers: () => 'Identitätsanbieter mit einer nicht bestätigten E-Mail-Domain',
      units: (count) =>
        `${count === 1 ? 'Organisationseinheit' : 'Organisationseinheiten'} mit einer nicht bestätigten E-Mail-Domain`,
    },
    unreadProviders: (count) =>
      `Identitätsanbieter, ${count === 1 ? 'dessen' : 'deren'} Angaben sich nicht alle verwenden ließen`,
    systemProblems: (count) => (count === 1 ? 'Problem mit dem System' : 'Probleme mit dem System'),
    changeSets: {
      TO_REVIEW: (count, partition) =>
        `${count === 1 ? 'Änderungssatz wartet' : 'Änderungssätze warten'} in ${partition} auf deine Prüfung`,
      CHANGES_REQUESTED: (count, partition) =>
        `${count === 1 ? 'Änderungssatz' : 'Änderungssätze'} von dir mit verlangten Änderungen in ${partition}`,
      TO_COMMIT: (count, partition) =>
        `${count === 1 ? 'Änderungssatz kann' : 'Änderungssätze können'} in ${partition} geschrieben werden`,
      BREAK_GLASS: (count, partition) =>
        `${count === 1 ? 'Änderungssatz wurde' : 'Änderungssätze wurden'} in ${partition} in den letzten 7 Tagen ohne Freigaben geschrieben`,
    },
    auditWebhooks: (count) =>
      `${count === 1 ? 'Webhook des Audit-Logs stellt' : 'Webhooks des Audit-Logs stellen'} nicht zu`,
    webhooks: (count, partition) =>
      `${count === 1 ? 'Webhook stellt' : 'Webhooks stellen'} in ${partition} nicht zu`,
    total: (value, estimate) => `${grouped(value)}${estimate ? '+' : ''}`,
    services: { authentication: 'Authentifizierungsdienst', data: 'Datendienst' },
    health: {
      away: 'Antwortet nicht',
      failing: 'Antwortet mit einem Fehler',
      unknown: 'Zustand nicht gemeldet',
    },
  },
});

export type HomeTexts = ReturnType<typeof useHomeTexts>;
