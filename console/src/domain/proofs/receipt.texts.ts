import { grouped, texts } from '../../platform/texts.ts';

/** Texts about the receipt of an erasure. */
export const useReceiptTexts = texts({
  en: {
    number: grouped,
    receiptTitle: (number: string) => `Receipt ${number}`,
    erased: 'Erased',
    by: 'By',
    reason: 'Reason',
    legalBasis: 'Legal basis',
    noSuchReceipt: 'No such receipt',
    noSuchReceiptHint: 'No receipt of this partition has this number.',
    what: 'What',
    valuesOfVersions: (values: number, versions: number) =>
      `${values === 1 ? '1 value' : `${grouped(values)} values`} in ${versions === 1 ? '1 version' : `${grouped(versions)} versions`}`,
    timeline: 'Timeline',
    entryOfLog: 'Index in the log',
    verifierKey: 'Verifier key',
    receiptHint:
      'The receipt lists the path and the hash of every erased value, but not the value. It is signed by the service and can be checked with the verifier key alone.',
    signedReceipt: 'Signed receipt',
    saveReceipt: 'Save the receipt',
    all: 'All receipts of this partition',
  },
  de: {
    number: grouped,
    receiptTitle: (number: string) => `Beleg ${number}`,
    erased: 'Gelöscht',
    by: 'Von',
    reason: 'Grund',
    legalBasis: 'Rechts\u00ADgrundlage',
    noSuchReceipt: 'Diesen Beleg gibt es nicht',
    noSuchReceiptHint: 'Kein Beleg dieser Partition hat diese Nummer.',
    what: 'Was',
    valuesOfVersions: (values: number, versions: number) =>
      `${values === 1 ? '1 Wert' : `${grouped(values)} Werte`} in ${versions === 1 ? '1 Version' : `${grouped(versions)} Versionen`}`,
    timeline: 'Zeitlinie',
    entryOfLog: 'Index im Log',
    verifierKey: 'Prüfschlüssel',
    receiptHint:
      'Der Beleg nennt jeden gelöschten Wert mit seinem Ort und seinem Hash, aber nicht den Wert. Der Dienst hat ihn signiert; mit dem Prüfschlüssel allein lässt er sich prüfen.',
    signedReceipt: 'Signierter Beleg',
    saveReceipt: 'Beleg sichern',
    all: 'Alle Belege dieser Partition',
  },
});
