import { grouped, texts } from '../../platform/texts.ts';

export const useProofTexts = texts({
  en: {
    entries: (count: number) => (count === 1 ? '1 entry' : `${grouped(count)} entries`),
    entriesOf: (count: number, total: number) =>
      `${grouped(count)} of ${grouped(total)} ${total === 1 ? 'entry' : 'entries'}`,
    rate: (perSecond: number) =>
      perSecond === 1 ? '1 entry per second' : `${grouped(perSecond)} entries per second`,
    took: (seconds: string) => `${seconds} s`,
    phases: { RUNNING: 'Running', DONE: 'Done', CANCELLED: 'Cancelled', STOPPED: 'Stopped' },
    goesOn: 'This continues while you use other pages. Keep this tab open.',
    cancel: 'Cancel',
    again: 'Try again',
    close: 'Close',

    verifyTitle: 'Verify everything in this browser',
    verifyHint:
      'Your browser reads every entry of the log, computes all hashes itself and compares them with the signed checkpoint and the one it remembers. It does not have to trust the service.',
    verify: 'Verify everything',
    verifyAgain: 'Verify again',
    verifyOf: (partition: string) => `Verification of ${partition}`,
    verifyBusy: (partition: string) =>
      `“${partition}” is being verified in this tab. The next one can start after it.`,
    verifyStopped: 'The verification stopped.',
    verifyCancelled: 'The verification was cancelled without a result.',
    verified: (partition: string, verdict: string) => `Verification of ${partition}: ${verdict}`,
    noLog: 'This service does not keep a verifiable log.',

    verdicts: { INTACT: 'Intact', ERASED: 'Intact, with erased values', TAMPERED: 'TAMPERED' },
    intact: (count: string) =>
      `${count}, all as they were written and signed: nothing changed, missing, added or out of order.`,
    erased: (count: string) =>
      `${count}, all as they were written and signed, except for values that were erased with a signed receipt.`,
    tampered: 'What the service shows does not match its signed log.',
    whatNow:
      'Do not rely on this partition until you know why. Save the list and the bundle, and send them to the operator of the service.',
    receipts: 'Receipts:',
    receiptNumber: 'Receipt',
    receipt: (number: number) => `Receipt ${number}`,
    moreReceipts: (count: number) => `and ${grouped(count)} more`,

    problems: 'Problems',
    firstProblems: (count: number) => `the first ${grouped(count)}`,
    entry: 'Entry',
    place: 'Where',
    why: 'Problem',
    code: 'Type',
    version: 'Version',
    pointer: 'Value',
    message: 'Message',
    saveProblems: 'Save as CSV',
    codes: {
      FORM: 'Form',
      SIGNATURE: 'Not signed with the key',
      VERSION: 'The version was changed',
      INCLUSION: 'Not at its position in the log',
      ROOT: 'The log does not match the signature',
      HISTORY: 'Does not continue the history this browser knows',
      RECEIPT: 'A value is missing without a receipt',
      APPROVAL: 'Not what was approved',
      CHAIN: 'Does not follow its predecessor',
      DERIVED: 'Stored data differs from the log',
    },

    bundleTitle: 'Download the proof',
    bundleHint:
      'The bundle contains every entry of the log with its data, and the signed checkpoint. It can be verified without this service, at any time.',
    offlineBefore: 'Check a bundle with the',
    offlineVerifier: 'verifier',
    offlineAfter: ', one page that works from disk without network, or with',
    bundle: 'Download bundle',
    bundleOf: (partition: string) => `Bundle of ${partition}`,
    bundleBusy: (partition: string) =>
      `The bundle of “${partition}” is being downloaded in this tab. The next one can start after it.`,
    bundleStopped: 'The download stopped.',
    bundleCancelled: 'The download was cancelled.',
    saved: (file: string) => `${file} is in your downloads.`,
    saveAgain: 'Save the file again',
  },
  de: {
    entries: (count: number) => (count === 1 ? '1 Eintrag' : `${grouped(count)} Einträge`),
    entriesOf: (count: number, total: number) =>
      `${grouped(count)} von ${grouped(total)} ${total === 1 ? 'Eintrag' : 'Einträgen'}`,
    rate: (perSecond: number) =>
      perSecond === 1 ? '1 Eintrag je Sekunde' : `${grouped(perSecond)} Einträge je Sekunde`,
    took: (seconds: string) => `${seconds} s`,
    phases: { RUNNING: 'Läuft', DONE: 'Fertig', CANCELLED: 'Abgebrochen', STOPPED: 'Angehalten' },
    goesOn: 'Es geht weiter, während du andere Seiten ansiehst. Lass diesen Tab offen.',
    cancel: 'Abbrechen',
    again: 'Erneut versuchen',
    close: 'Schließen',

    verifyTitle: 'Alles in diesem Browser prüfen',
    verifyHint:
      'Dein Browser liest jeden Eintrag des Logs, berechnet alle Hashes selbst und vergleicht sie mit dem signierten Checkpoint und mit dem, den er sich gemerkt hat. Er muss dem Dienst nicht vertrauen.',
    verify: 'Alles prüfen',
    verifyAgain: 'Noch einmal prüfen',
    verifyOf: (partition: string) => `Prüfung von ${partition}`,
    verifyBusy: (partition: string) =>
      `„${partition}“ wird in diesem Tab geprüft. Die nächste Prüfung kann danach beginnen.`,
    verifyStopped: 'Die Prüfung wurde angehalten.',
    verifyCancelled: 'Die Prüfung wurde ohne Ergebnis abgebrochen.',
    verified: (partition: string, verdict: string) => `Prüfung von ${partition}: ${verdict}`,
    noLog: 'Dieser Dienst führt kein Log, das sich prüfen ließe.',

    verdicts: {
      INTACT: 'Unversehrt',
      ERASED: 'Unversehrt, mit gelöschten Werten',
      TAMPERED: 'MANIPULIERT',
    },
    intact: (count: string) =>
      `${count}, alle so, wie sie geschrieben und signiert wurden: Nichts wurde geändert, fehlt, kam hinzu oder steht an anderer Stelle.`,
    erased: (count: string) =>
      `${count}, alle so, wie sie geschrieben und signiert wurden, bis auf Werte, die mit signiertem Beleg gelöscht sind.`,
    tampered: 'Was der Dienst zeigt, entspricht nicht seinem signierten Log.',
    whatNow:
      'Verlass dich nicht auf diese Partition, bis du den Grund kennst. Sichere die Liste und das Bündel und schicke sie dem Betreiber des Dienstes.',
    receipts: 'Belege:',
    receiptNumber: 'Beleg',
    receipt: (number: number) => `Beleg ${number}`,
    moreReceipts: (count: number) => `und ${grouped(count)} weitere`,

    problems: 'Probleme',
    firstProblems: (count: number) => `die ersten ${grouped(count)}`,
    entry: 'Eintrag',
    place: 'Wo',
    why: 'Problem',
    code: 'Art',
    version: 'Version',
    pointer: 'Wert',
    message: 'Meldung',
    saveProblems: 'Als CSV speichern',
    codes: {
      FORM: 'Form',
      SIGNATURE: 'Nicht vom Schlüssel signiert',
      VERSION: 'Die Version wurde geändert',
      INCLUSION: 'Steht nicht an seinem Platz im Log',
      ROOT: 'Das Log entspricht nicht der Signatur',
      HISTORY: 'Setzt nicht fort, was dieser Browser kennt',
      RECEIPT: 'Ein Wert fehlt ohne Beleg',
      APPROVAL: 'Nicht, was freigegeben wurde',
      CHAIN: 'Folgt nicht auf seinen Vorgänger',
      DERIVED: 'Gespeicherte Daten weichen vom Log ab',
    },

    bundleTitle: 'Den Beweis herunterladen',
    bundleHint:
      'Das Bündel enthält jeden Eintrag des Logs mit seinen Daten und den signierten Checkpoint. Es lässt sich jederzeit ohne diesen Dienst prüfen.',
    offlineBefore: 'Ein Bündel prüfst du mit dem',
    offlineVerifier: 'Prüfprogramm',
    offlineAfter: ', einer Seite, die ohne Netz von der Platte läuft, oder mit',
    bundle: 'Bündel herunterladen',
    bundleOf: (partition: string) => `Bündel von ${partition}`,
    bundleBusy: (partition: string) =>
      `Das Bündel von „${partition}“ wird in diesem Tab heruntergeladen. Das nächste kann danach beginnen.`,
    bundleStopped: 'Das Herunterladen wurde angehalten.',
    bundleCancelled: 'Das Herunterladen wurde abgebrochen.',
    saved: (file: string) => `${file} liegt in deinen Downloads.`,
    saveAgain: 'Datei noch einmal speichern',
  },
});
