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
  },
});
