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
    written: 'Written in the last 30 days',
    writtenLabel: 'Versions written per day in all your partitions',
    changedByMe: 'My recent changes',
    changedNothing: 'You have not written anything yet.',
    sinceLastVisit: 'Since your last visit',
    nothingSince: 'Nobody else has changed anything in your partitions since then.',
    howLastVisitIsKnown:
      'Your last visit is the last time you used this browser or any other session that is still signed in.',
    morePartitions: 'More partitions have changed',
    changesFrom: (count: number, more: boolean) =>
      count === 1 && !more
        ? '1 change since then'
        : `${grouped(count)}${more ? '+' : ''} changes since then`,
    importOf: (count: number, more: boolean, name: string) =>
      `Import of ${grouped(count)}${more ? '+' : ''} ${count === 1 ? 'object' : 'objects'} by ${name}`,
    batchOf: (count: number, more: boolean, name: string) =>
      `${grouped(count)}${more ? '+' : ''} ${count === 1 ? 'object' : 'objects'} written together by ${name}`,
    allOfThem: 'Show all',
    needsAttention: 'Needs attention',
    openInvitations: 'open invitations',
    endingTokens: (days: number) => `API tokens that expire within ${grouped(days)} days`,
    neverSignedIn: 'users who never signed in',
    pendingDomains: {
      providers: 'identity providers with an unverified email domain',
      units: 'organizational units with an unverified email domain',
    },
    unreadProviders: 'identity providers that sent something that could not be used',
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
    servicesHeading: 'Services',
    services: { authentication: 'Authentication service', data: 'Data service' },
    health: {
      well: 'Operational',
      away: 'Not responding',
      failing: 'Responds with an error',
      unknown: 'Health not reported',
      pending: '…',
    },
    versionAndLatency: (version: string, answered: number, database: number | undefined) =>
      `Version ${version}, responds in ${grouped(answered)} ms${database === undefined ? '' : ` (database ${grouped(database)} ms)`}`,
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
    written: 'In den letzten 30 Tagen geschrieben',
    writtenLabel: 'Geschriebene Versionen aller Partitionen, die du öffnen kannst, nach Tagen',
    changedByMe: 'Von mir zuletzt geändert',
    changedNothing: 'Du hast noch nichts geschrieben.',
    sinceLastVisit: 'Seit deinem letzten Besuch',
    nothingSince: 'Seither hat sonst niemand etwas in deinen Partitionen geändert.',
    howLastVisitIsKnown:
      'Als letzter Besuch gilt, wann du zuletzt diesen Browser oder eine andere Sitzung benutzt hast, in der du noch angemeldet bist.',
    morePartitions: 'Weitere Partitionen haben sich geändert',
    changesFrom: (count, more) =>
      count === 1 && !more
        ? '1 Änderung seither'
        : `${grouped(count)}${more ? '+' : ''} Änderungen seither`,
    importOf: (count, more, name) =>
      `Import von ${grouped(count)}${more ? '+' : ''} ${count === 1 ? 'Objekt' : 'Objekten'} durch ${name}`,
    batchOf: (count, more, name) =>
      `${grouped(count)}${more ? '+' : ''} ${count === 1 ? 'Objekt' : 'Objekte'} zusammen geschrieben von ${name}`,
    allOfThem: 'Alles zeigen',
    needsAttention: 'Handlungsbedarf',
    openInvitations: 'offene Einladungen',
    endingTokens: (days) => `API-Tokens, die in ${grouped(days)} Tagen ablaufen`,
    neverSignedIn: 'Benutzer, die sich nie angemeldet haben',
    pendingDomains: {
      providers: 'Identitätsanbieter mit einer nicht bestätigten E-Mail-Domain',
      units: 'Organisationseinheiten mit einer nicht bestätigten E-Mail-Domain',
    },
    unreadProviders: 'Identitätsanbieter, deren Angaben sich nicht alle verwenden ließen',
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
    servicesHeading: 'Dienste',
    services: { authentication: 'Authentifizierungsdienst', data: 'Datendienst' },
    health: {
      well: 'In Ordnung',
      away: 'Antwortet nicht',
      failing: 'Antwortet mit einem Fehler',
      unknown: 'Zustand nicht gemeldet',
      pending: '…',
    },
    versionAndLatency: (version, answered, database) =>
      `Version ${version}, antwortet in ${grouped(answered)} ms${database === undefined ? '' : ` (Datenbank ${grouped(database)} ms)`}`,
  },
});
