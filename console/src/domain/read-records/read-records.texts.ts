import { grouped, texts } from '../../platform/texts.ts';
import type { ReadAction } from './read-calls.ts';

const actionsInEnglish: Record<ReadAction, string> = {
  version: 'Opened a version',
  object: 'Opened the object',
  history: 'Listed the versions',
  blame: 'Looked up who changed each field',
  values: 'Looked up the values of a field',
  references: 'Listed the references to the object',
  changes: 'Listed changes',
  feed: 'Followed changes',
  since: 'Saw new changes on Home',
  search: 'Listed objects',
  text: 'Searched the texts',
  everywhere: 'Searched all partitions',
  export: 'Exported',
  evidence: 'Downloaded evidence',
  log: 'Read the log to verify it',
  proof: 'Read a proof',
  changeSet: 'Opened a change set',
};
const actionsInGerman: Record<ReadAction, string> = {
  version: 'Version geöffnet',
  object: 'Objekt geöffnet',
  history: 'Versionen aufgelistet',
  blame: 'Nachgesehen, wer welches Feld geändert hat',
  values: 'Werte eines Feldes nachgesehen',
  references: 'Verweise auf das Objekt aufgelistet',
  changes: 'Änderungen aufgelistet',
  feed: 'Änderungen verfolgt',
  since: 'Neue Änderungen auf der Startseite gesehen',
  search: 'Objekte aufgelistet',
  text: 'In Texten gesucht',
  everywhere: 'In allen Partitionen gesucht',
  export: 'Exportiert',
  evidence: 'Nachweis heruntergeladen',
  log: 'Log zum Prüfen gelesen',
  proof: 'Beweis gelesen',
  changeSet: 'Änderungssatz geöffnet',
};

export const useReadRecordTexts = texts({
  en: {
    whoLooked: 'Who looked',
    whatTheyLookedAt: 'What they looked at',
    reads: 'Recorded reads',
    when: 'When',
    who: 'Who',
    what: 'What',
    partition: 'Partition',
    asOf: 'As of',
    now: 'now',
    count: 'Versions',
    with: 'With',
    session: 'Session',
    token: 'API token',
    assistant: 'AI assistant',
    address: 'Address',
    requestId: 'Request',
    versionIds: 'Version IDs',
    query: 'Query',
    anyone: 'Anyone',
    from: 'From',
    to: 'To',
    actions: actionsInEnglish,
    whole: 'May have contained this object',
    none: 'No recorded reads',
    noneHint: 'Nothing in the recorded time matches.',
    notRecorded: 'Not recorded',
    notRecordedHint:
      'Reads of this partition are not recorded. Owners can switch it on in the settings.',
    neverRecorded:
      'Reads of this partition are not recorded, so nobody can tell who looked. Owners can switch it on in the settings.',
    since: 'Reads are recorded since',
    before: 'What was read before is not recorded.',
    gap: 'Not recorded:',
    upTo: 'to',
    notNow: 'Reads have not been recorded since',
    deletedAfter: (days: number) =>
      days === 1
        ? 'Records are deleted after one day.'
        : `Records are deleted after ${grouped(days)} days.`,
    ofAllHint:
      'Reads in partitions whose owners record them. Reads in other partitions, and at other times, are not recorded.',
  },
  de: {
    whoLooked: 'Wer hat gelesen',
    whatTheyLookedAt: 'Gelesenes',
    reads: 'Aufgezeichnete Lesezugriffe',
    when: 'Wann',
    who: 'Wer',
    what: 'Was',
    partition: 'Partition',
    asOf: 'Stand',
    now: 'jetzt',
    count: 'Versionen',
    with: 'Womit',
    session: 'Sitzung',
    token: 'API-Token',
    assistant: 'KI-Assistent',
    address: 'Adresse',
    requestId: 'Anfrage',
    versionIds: 'IDs der Versionen',
    query: 'Suche',
    anyone: 'Alle',
    from: 'Von',
    to: 'Bis',
    actions: actionsInGerman,
    whole: 'Kann dieses Objekt enthalten haben',
    none: 'Keine aufgezeichneten Lesezugriffe',
    noneHint: 'In der aufgezeichneten Zeit passt nichts dazu.',
    notRecorded: 'Nicht aufgezeichnet',
    notRecordedHint:
      'Lesezugriffe auf diese Partition werden nicht aufgezeichnet. Eigentümer können das in den Einstellungen einschalten.',
    neverRecorded:
      'Lesezugriffe auf diese Partition werden nicht aufgezeichnet; wer gelesen hat, ist daher nicht bekannt. Eigentümer können das in den Einstellungen einschalten.',
    since: 'Lesezugriffe werden aufgezeichnet seit',
    before: 'Was davor gelesen wurde, ist nicht aufgezeichnet.',
    gap: 'Nicht aufgezeichnet:',
    upTo: 'bis',
    notNow: 'Lesezugriffe werden nicht mehr aufgezeichnet seit',
    deletedAfter: (days: number) =>
      days === 1
        ? 'Aufzeichnungen werden nach einem Tag gelöscht.'
        : `Aufzeichnungen werden nach ${grouped(days)} Tagen gelöscht.`,
    ofAllHint:
      'Lesezugriffe in Partitionen, deren Eigentümer sie aufzeichnen. Andere Partitionen und Zeiten sind nicht aufgezeichnet.',
  },
});

export type ReadRecordTexts = ReturnType<typeof useReadRecordTexts>;
