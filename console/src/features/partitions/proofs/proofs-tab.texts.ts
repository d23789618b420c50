import { texts } from '../../../shared/texts.ts';

const en = (count: number) => count.toLocaleString('en');
const de = (count: number) => count.toLocaleString('de');

export const useProofsTabTexts = texts({
  en: {
    number: en,
    noLog: 'Not told by this service',
    noLogHint: 'It keeps no log of its partitions that would prove their history.',

    health: 'Health of the log',
    standing: 'State',
    goesOn: 'Unbroken',
    first: 'First seen here',
    alarms: {
      ROLLBACK: 'Has gone back',
      FORK: 'Another history',
      KEY: 'Another key',
      UNSIGNED: 'Not signed',
    },
    verifiedUpTo: 'Verified here',
    notVerified: 'Not yet',
    size: 'Signed head',
    entries: (count: number) => (count === 1 ? '1 entry' : `${en(count)} entries`),
    root: 'Root',
    origin: 'Name of the log',
    signedBy: 'Signed by',
    key: (id: string) => `key ${id}`,
    notSigned: (id: string) => `not by the key it names, ${id}`,
    anchored: 'In the service’s log',
    anchoredAt: (size: number, index: number) =>
      `with ${size === 1 ? '1 entry' : `${en(size)} entries`}, at its index ${en(index)}`,
    notAnchored: 'Not yet; it takes about a minute',
    pinned: 'Last seen here',
    pinnedSince: 'Known here since',
    note: 'Signed checkpoint',

    receipts: 'Receipts of what was erased',
    receiptList: 'List of receipts',
    receipt: 'Receipt',
    receiptNumber: (number: number) => `Receipt ${number}`,
    erased: 'Erased',
    by: 'By',
    reason: 'Reason',
    legalBasis: 'Legal basis',
    versions: 'Versions',
    values: 'Values',
    noReceipts: 'Nothing was erased',
    noReceiptsHint:
      'Whoever erases values leaves a signed receipt, which stands here and in the log for good.',
  },
  de: {
    number: de,
    noLog: 'Von diesem Dienst nicht mitgeteilt',
    noLogHint: 'Er führt kein Log seiner Partitionen, das ihre Geschichte beweisen würde.',

    health: 'Zustand des Logs',
    standing: 'Stand',
    goesOn: 'Lückenlos',
    first: 'Hier zuerst gesehen',
    alarms: {
      ROLLBACK: 'Zurückgegangen',
      FORK: 'Andere Geschichte',
      KEY: 'Anderer Schlüssel',
      UNSIGNED: 'Nicht signiert',
    },
    verifiedUpTo: 'Hier geprüft',
    notVerified: 'Noch nicht',
    size: 'Signierter Stand',
    entries: (count: number) => (count === 1 ? '1 Eintrag' : `${de(count)} Einträge`),
    root: 'Wurzel',
    origin: 'Name des Logs',
    signedBy: 'Signiert von',
    key: (id: string) => `Schlüssel ${id}`,
    notSigned: (id: string) => `nicht vom genannten Schlüssel ${id}`,
    anchored: 'Im Log des Dienstes',
    anchoredAt: (size: number, index: number) =>
      `mit ${size === 1 ? '1 Eintrag' : `${de(size)} Einträgen`}, bei dessen Index ${de(index)}`,
    notAnchored: 'Noch nicht; das dauert etwa eine Minute',
    pinned: 'Hier zuletzt gesehen',
    pinnedSince: 'Hier bekannt seit',
    note: 'Signierter Checkpoint',

    receipts: 'Belege über Gelöschtes',
    receiptList: 'Liste der Belege',
    receipt: 'Beleg',
    receiptNumber: (number: number) => `Beleg ${number}`,
    erased: 'Gelöscht',
    by: 'Von',
    reason: 'Grund',
    legalBasis: 'Rechts\u00ADgrundlage',
    versions: 'Versionen',
    values: 'Werte',
    noReceipts: 'Nichts wurde gelöscht',
    noReceiptsHint:
      'Wer Werte löscht, hinterlässt einen signierten Beleg, der hier und im Log für immer steht.',
  },
});

export type ProofsTabTexts = ReturnType<typeof useProofsTabTexts>;
