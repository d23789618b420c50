import { grouped, texts } from '../../../../platform/texts.ts';

/** Texts about the proof of a version. */
export const useVersionProofTexts = texts({
  en: {
    proof: 'Proof',
    intro:
      'You can verify that this is what was written, in this browser and without trusting the service.',
    changedSince: 'This version was reloaded since it was verified. Verify it again.',
    verify: 'Verify in this browser',
    verifyAgain: 'Verify again',
    download: 'Download proof',
    notVerified: 'This could not be verified',
    notDownloaded: 'The proof could not be downloaded',
    elsewhere: 'A downloaded proof can be verified without this service: with the',
    verifier: 'verifier',
    orCommand: '(one file, no network), or with',
    says: {
      INTACT: 'This page shows what was written and signed in the log.',
      ERASED:
        'The remaining values are what was written and signed in the log. Each erased value has a signed receipt:',
      TAMPERED:
        'Do not rely on what this page shows. Download the proof as evidence, and contact the operator of the service.',
    },
    approvals: 'Approvals',
    noApprovals: 'The change set of this version was committed without approvals.',
    recordedAs: 'Date:',
    takenIn: 'Reconstructed from an import:',
    unchangedSince:
      'It is proven to be unchanged since that import. The earlier date and its author come from the import.',
    against: 'Verified against',
    log: 'Log',
    entry: 'Entry',
    entryOf: (index: number, size: number) =>
      `index ${grouped(index)}, of ${size === 1 ? '1 entry' : `${grouped(size)} entries`}`,
    root: 'Root',
    signedBy: 'Signed by key',
    keySeen: 'The key is',
    knownSince: 'known to this browser since',
    firstTime:
      'seen by this browser for the first time; compare it with the key that the operator publishes',
    anchored: 'Recorded in the service log',
    anchoredAt: (size: number) =>
      `when it had ${size === 1 ? '1 entry' : `${grouped(size)} entries`}`,
    notAnchored: 'not yet; about a minute after something was written',
    limits: 'What this does and doesn’t prove',
    proves:
      'Every value, reference, date and author shown here hashes to the root recorded in the log, the log is the one that was signed, and it continues what this browser has seen of it before.',
    provesNot:
      'It does not prove that what was written is true. It does not rule out that the service shows others a different log: to rule that out, compare its checkpoints with those that others have seen.',
    more: 'More in',
    shownOtherwise: 'This page does not show what is proven.',
    atEntry: (index: number) => `entry ${index}`,
    ofReceipt: (receipt: number) => `receipt ${receipt}`,
  },
  de: {
    proof: 'Beweis',
    intro:
      'Du kannst in diesem Browser prüfen, ob das so geschrieben wurde, ohne dem Dienst zu vertrauen.',
    changedSince: 'Diese Version wurde neu geladen, seit sie geprüft wurde. Prüfe sie noch einmal.',
    verify: 'In diesem Browser prüfen',
    verifyAgain: 'Noch einmal prüfen',
    download: 'Beweis herunterladen',
    notVerified: 'Das konnte nicht geprüft werden',
    notDownloaded: 'Der Beweis konnte nicht heruntergeladen werden',
    elsewhere: 'Ein heruntergeladener Beweis lässt sich ohne diesen Dienst prüfen: mit dem',
    verifier: 'Prüfprogramm',
    orCommand: '(eine Datei, ohne Netz) oder mit',
    says: {
      INTACT: 'Diese Seite zeigt, was geschrieben und im Log signiert wurde.',
      ERASED:
        'Die übrigen Werte sind das, was geschrieben und im Log signiert wurde. Zu jedem gelöschten Wert gibt es einen signierten Beleg:',
      TAMPERED:
        'Verlass dich nicht auf das, was diese Seite zeigt. Lade den Beweis herunter, um ihn vorzulegen, und wende dich an den Betreiber des Dienstes.',
    },
    approvals: 'Freigaben',
    noApprovals: 'Der Änderungssatz dieser Version wurde ohne Freigaben geschrieben.',
    recordedAs: 'Datum:',
    takenIn: 'Rekonstruiert aus einem Import:',
    unchangedSince:
      'Bewiesen ist, dass es seit diesem Import unverändert ist. Das frühere Datum und der Autor stammen aus dem Import.',
    against: 'Wogegen geprüft wurde',
    log: 'Log',
    entry: 'Eintrag',
    entryOf: (index: number, size: number) =>
      `Index ${grouped(index)}, von ${size === 1 ? '1 Eintrag' : `${grouped(size)} Einträgen`}`,
    root: 'Wurzel',
    signedBy: 'Signiert mit dem Schlüssel',
    keySeen: 'Der Schlüssel ist',
    knownSince: 'diesem Browser bekannt seit',
    firstTime:
      'hier zum ersten Mal gesehen; vergleiche ihn mit dem, was der Betreiber veröffentlicht',
    anchored: 'Im Log des Dienstes',
    anchoredAt: (size: number) =>
      `als es ${size === 1 ? '1 Eintrag' : `${grouped(size)} Einträge`} hatte`,
    notAnchored: 'noch nicht; etwa eine Minute, nachdem etwas geschrieben wurde',
    limits: 'Was das beweist und was nicht',
    proves:
      'Aus allen hier gezeigten Werten, Verweisen, Zeitpunkten und Autoren ergibt sich die Wurzel, die im Log steht; das Log ist das signierte, und es setzt fort, was dieser Browser schon davon gesehen hat.',
    provesNot:
      'Es beweist nicht, dass wahr ist, was geschrieben wurde. Es schließt nicht aus, dass der Dienst anderen ein anderes Log zeigt: Vergleiche dazu seine Checkpoints mit denen, die andere gesehen haben.',
    more: 'Mehr in',
    shownOtherwise: 'Diese Seite zeigt etwas anderes, als bewiesen ist.',
    atEntry: (index: number) => `Eintrag ${index}`,
    ofReceipt: (receipt: number) => `Beleg ${receipt}`,
  },
});
