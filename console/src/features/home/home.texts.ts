import { currentLanguage, texts } from '../../shared/texts.ts';

const count = (value: number) => value.toLocaleString(currentLanguage());

export const useHomeTexts = texts({
  en: {
    hello: (name: string) => `Hello, ${name}`,
    helloStranger: 'Hello',
    partitions: 'Partitions',
    allPartitions: 'All partitions',
    loading: 'Loading partitions',
    lastChange: 'Last change',
    noChange: 'Nothing written yet',
    size: (versions: number, timelines: number) =>
      `${count(versions)} ${versions === 1 ? 'version' : 'versions'} in ${count(timelines)} ${timelines === 1 ? 'timeline' : 'timelines'}`,
    partitionsFailed: 'The partitions could not be loaded',
    none: 'No partition is open to you yet',
    noneHint: 'Whoever owns a partition can add you to its members.',
    toPartitions: 'To the partitions',
    written: 'Written in the last 30 days',
    writtenLabel: 'Versions written in all partitions you may open, by day',
    changedByMe: 'Changed by me last',
    changedNothing: 'You have not written anything yet.',
    lookAfter: 'To look after',
    openInvitations: 'open invitations',
    endingTokens: (days: number) => `API tokens that expire within ${days} days`,
    neverSignedIn: 'users who never signed in',
    total: (value: number, estimate: boolean) => `${count(value)}${estimate ? '+' : ''}`,
    services: { authentication: 'Authentication service', data: 'Data service' },
    health: { well: 'Well', away: 'Does not answer', unknown: '…' },
    versionAndLatency: (version: string, answered: number, database: number | undefined) =>
      `Version ${version}, answers in ${count(answered)} ms${database === undefined ? '' : ` (database ${count(database)} ms)`}`,
  },
  de: {
    hello: (name) => `Hallo, ${name}`,
    helloStranger: 'Hallo',
    partitions: 'Partitionen',
    allPartitions: 'Alle Partitionen',
    loading: 'Partitionen werden geladen',
    lastChange: 'Letzte Änderung',
    noChange: 'Noch nichts geschrieben',
    size: (versions, timelines) =>
      `${count(versions)} ${versions === 1 ? 'Version' : 'Versionen'} in ${count(timelines)} ${timelines === 1 ? 'Zeitlinie' : 'Zeitlinien'}`,
    partitionsFailed: 'Die Partitionen konnten nicht geladen werden',
    none: 'Noch steht dir keine Partition offen',
    noneHint: 'Wem eine Partition gehört, kann dich als Mitglied aufnehmen.',
    toPartitions: 'Zu den Partitionen',
    written: 'In den letzten 30 Tagen geschrieben',
    writtenLabel: 'Geschriebene Versionen aller Partitionen, die du öffnen kannst, nach Tagen',
    changedByMe: 'Von mir zuletzt geändert',
    changedNothing: 'Du hast noch nichts geschrieben.',
    lookAfter: 'Zu betreuen',
    openInvitations: 'offene Einladungen',
    endingTokens: (days) => `API-Token, die in ${days} Tagen ablaufen`,
    neverSignedIn: 'Benutzer, die sich nie angemeldet haben',
    total: (value, estimate) => `${count(value)}${estimate ? '+' : ''}`,
    services: { authentication: 'Authentifizierungsdienst', data: 'Datendienst' },
    health: { well: 'In Ordnung', away: 'Antwortet nicht', unknown: '…' },
    versionAndLatency: (version, answered, database) =>
      `Version ${version}, antwortet in ${count(answered)} ms${database === undefined ? '' : ` (Datenbank ${count(database)} ms)`}`,
  },
});
