import { approvalTexts, germanApprovalTexts } from '../src/approval-texts.ts';
import { findingSentences } from '../src/finding-sentences.ts';
import { germanFindingSentences } from '../src/finding-sentences-german.ts';
import type { FindingCode } from '../src/verdict.ts';

interface Membership {
  proven: number;
  unknown: readonly string[];
}

interface Conclusions {
  entries: number;
  inOrder: number;
  findings: number;
  notJudged: number;
}

interface Counts {
  files: number;
  proofs: number;
  versions: number;
}

const english = {
  title: 'Annals verifier',
  lead: 'Checks a proof on this computer. This page has no network access, so nothing leaves the computer.',
  choose: 'Choose a proof',
  drop: 'or drop it here: a file that ends with .proof.json or .proof.ndjson, the result of an audit (.json), or evidence as a ZIP file',
  known: 'Trusted key or checkpoint',
  knownHint:
    'Without it, the file can only be compared with itself. A key or a checkpoint that you, or someone you trust, saved earlier shows that the service has not signed a different history since.',
  keys: 'Verifier keys, one per line',
  checkpoints: 'Checkpoints with their signatures',
  noKey: (text: string) => `This is not a verifier key: ${text}`,
  noCheckpoint: (text: string) => `This is not a signed checkpoint: ${text}`,
  fixFirst: 'Nothing was checked. First correct the trusted keys and checkpoints above.',
  checking: (done: number, size: number) => `${format(done)} of ${format(size)} entries`,
  INTACT: 'intact',
  ERASED: (receipts: string) => `erased, receipt ${receipts}`,
  TAMPERED: 'TAMPERED',
  noProof: 'not a proof',
  noProofMeans:
    'This page does not recognize the file as a proof: it may be a different file, or incomplete. Nothing is proven.',
  INTACTobject: 'This version is as it was written, and is recorded in the log.',
  INTACTpartition: 'Every version and every entry is as it was written, in order.',
  INTACTaudit:
    'The sample was announced before it could be known, drawn as announced, and judged and signed by its auditor.',
  auditor: 'Auditor',
  conclusions: 'Conclusions',
  conclusionsOf: ({ entries, inOrder, findings, notJudged }: Conclusions) =>
    `${format(entries)} ${entries === 1 ? 'entry' : 'entries'}: ${format(inOrder)} in order, ${format(findings)} with a finding, ${format(notJudged)} not judged`,
  INTACTevents: 'Every event of this part is there, unaltered and in order.',
  INTACTevidence:
    'Every file is as the service made it, every proof is valid, and the data is what they prove.',
  members: 'Members',
  membersOf: ({ proven, unknown }: Membership) =>
    `${format(proven)} as proven events say${unknown.length === 0 ? '' : `; unknown: ${unknown.join(', ')}`}`,
  events: 'Events',
  eventsOf: ({ from, to }: { from: number; to: number }) =>
    from === to ? 'none' : `all from number ${format(from + 1)} to ${format(to)}`,
  contents: 'Contents',
  contentsOf: ({ files, proofs, versions }: Counts) =>
    `${format(files)} files, ${format(proofs)} ${proofs === 1 ? 'proof' : 'proofs'}, ${format(versions)} ${versions === 1 ? 'version' : 'versions'}`,
  others: 'Added files',
  othersOf: (names: readonly string[]) =>
    `${names.join(', ')}: added by the program that packed it again; not verified, and no part of the evidence`,
  ERASEDmeans:
    'Values were erased, and receipts in the log say which. Everything else is as it was written.',
  TAMPEREDmeans: 'This does not match the signed log. Problems:',
  selfSigned:
    'The key is the one in the file. Compare it with a key from a source you trust before you rely on it.',
  file: 'File',
  origin: 'Log',
  size: 'Entries',
  root: 'Root',
  key: 'Signed by',
  keyKnown: 'a key you trust',
  history: 'Known history',
  historyKnown: (size: number) => `continues the checkpoint you trust, of ${format(size)} entries`,
  historyBefore: (size: number) =>
    `continues the checkpoint you trust, of ${format(size)} entries; this version came later, so that checkpoint does not cover it`,
  historyUnknown:
    'not compared: none of the checkpoints above belongs to this log, or the file does not lead to it',
  serviceHistory: 'History of the service log',
  askWith: (size: number) =>
    `not compared with the checkpoint you trust: request the proof with serviceSize=${size} for a file that leads to it`,
  anchor: 'Recorded in the service log',
  anchorSize: (size: number) =>
    size === 1 ? 'when it had 1 entry' : `when it had ${format(size)} entries`,
  object: 'Object',
  type: 'Type',
  index: 'Index in the log',
  written: 'Written',
  recorded: 'Date',
  imported: 'Reconstructed from an import',
  importedBy: 'Imported by',
  importedMeans:
    'It is proven to be unchanged since that import. The date and the author come from the import.',
  by: 'By',
  nameNotProven: '(a name from the file, not proven; the ID is)',
  count: 'Version',
  why: 'Reason for the change',
  changeSet: 'Change set',
  approvals: 'Approvals',
  noApprovals: 'The change set was committed without approvals.',
  approval: approvalTexts,
  data: 'Proven data',
  erasedValues: 'Erased values',
  receipt: 'receipt',
  receiptTitle: (receipt: number) => `Receipt ${receipt}`,
  reason: 'Reason',
  legalBasis: 'Legal basis',
  erasedDate: 'Erased',
  erasedOn: 'Erased on',
  erasedBy: 'by',
  language: 'Deutsch',
  cannotRead: 'This file cannot be read.',
  entry: 'entry',
  line: (line: number) => `Line ${format(line)} is not valid JSON.`,
  codes: {
    FORM: 'Form',
    SIGNATURE: 'Signature',
    VERSION: 'Version',
    INCLUSION: 'Position in the log',
    ROOT: 'Log',
    HISTORY: 'History',
    RECEIPT: 'Receipt',
    APPROVAL: 'Approval',
    CHAIN: 'Predecessor',
  } as Partial<Record<FindingCode, string>>,
  sentences: findingSentences,
};

const german: typeof english = {
  title: 'Annals-Prüfer',
  lead: 'Prüft einen Beweis auf diesem Rechner. Diese Seite hat keinen Netzzugriff, also verlässt nichts den Rechner.',
  choose: 'Beweis wählen',
  drop: 'oder hierher ziehen: eine Datei, die auf .proof.json oder .proof.ndjson endet, ein Prüfergebnis (.json), oder ein Nachweis als ZIP-Datei',
  known: 'Vertrauenswürdiger Schlüssel oder Checkpoint',
  knownHint:
    'Ohne das lässt sich die Datei nur mit sich selbst vergleichen. Ein Schlüssel oder ein Checkpoint, den du oder jemand, dem du vertraust, früher gespeichert hat, zeigt, dass der Dienst seither keine andere Geschichte signiert hat.',
  keys: 'Prüfschlüssel, einer je Zeile',
  checkpoints: 'Checkpoints mit ihren Signaturen',
  noKey: (text) => `Das ist kein Prüfschlüssel: ${text}`,
  noCheckpoint: (text) => `Das ist kein signierter Checkpoint: ${text}`,
  fixFirst:
    'Nichts wurde geprüft. Korrigiere zuerst oben die vertrauenswürdigen Schlüssel und Checkpoints.',
  checking: (done, size) => `${format(done)} von ${format(size)} Einträgen`,
  INTACT: 'unversehrt',
  ERASED: (receipts) => `gelöscht, Beleg ${receipts}`,
  TAMPERED: 'MANIPULIERT',
  noProof: 'kein Beweis',
  noProofMeans:
    'Diese Seite erkennt die Datei nicht als Beweis: Vielleicht ist es eine andere Datei, oder sie ist unvollständig. Nichts ist bewiesen.',
  INTACTobject: 'Diese Version ist, wie sie geschrieben wurde, und steht im Log.',
  INTACTaudit:
    'Die Stichprobe wurde angekündigt, bevor sie bekannt sein konnte, wie angekündigt gezogen und vom Prüfer beurteilt und signiert.',
  auditor: 'Prüfer',
  conclusions: 'Urteile',
  conclusionsOf: ({ entries, inOrder, findings, notJudged }) =>
    `${format(entries)} ${entries === 1 ? 'Eintrag' : 'Einträge'}: ${format(inOrder)} in Ordnung, ${format(findings)} mit Feststellung, ${format(notJudged)} nicht beurteilbar`,
  INTACTevents: 'Jedes Ereignis dieses Teils ist da, unverändert und in der richtigen Reihenfolge.',
  INTACTevidence:
    'Jede Datei ist, wie der Dienst sie erstellt hat, jeder Beweis ist gültig, und die Daten sind, was sie beweisen.',
  members: 'Mitglieder',
  membersOf: ({ proven, unknown }) =>
    `${format(proven)} so, wie bewiesene Ereignisse sagen${unknown.length === 0 ? '' : `; unbekannt: ${unknown.join(', ')}`}`,
  events: 'Ereignisse',
  eventsOf: ({ from, to }) =>
    from === to ? 'keine' : `alle von Nummer ${format(from + 1)} bis ${format(to)}`,
  contents: 'Inhalt',
  contentsOf: ({ files, proofs, versions }) =>
    `${format(files)} Dateien, ${format(proofs)} ${proofs === 1 ? 'Beweis' : 'Beweise'}, ${format(versions)} ${versions === 1 ? 'Version' : 'Versionen'}`,
  INTACTpartition:
    'Jede Version und jeder Eintrag ist so, wie er geschrieben wurde, in der richtigen Reihenfolge.',
  others: 'Hinzugefügte Dateien',
  othersOf: (names) =>
    `${names.join(', ')}: von dem Programm, das ihn neu gepackt hat; nicht geprüft und kein Teil des Nachweises`,
  ERASEDmeans:
    'Werte wurden gelöscht, und Belege im Log sagen, welche. Alles andere ist, wie es geschrieben wurde.',
  TAMPEREDmeans: 'Das entspricht nicht dem signierten Log. Probleme:',
  selfSigned:
    'Der Schlüssel stammt aus der Datei selbst. Vergleiche ihn mit einem aus einer Quelle, der du vertraust, bevor du dich darauf verlässt.',
  file: 'Datei',
  origin: 'Log',
  size: 'Einträge',
  root: 'Wurzel',
  key: 'Signiert von',
  keyKnown: 'ein Schlüssel, dem du vertraust',
  history: 'Bekannte Geschichte',
  historyKnown: (size) =>
    `setzt den Checkpoint fort, dem du vertraust, mit ${format(size)} Einträgen`,
  historyBefore: (size) =>
    `setzt den Checkpoint fort, dem du vertraust, mit ${format(size)} Einträgen; diese Version kam später, deshalb deckt er sie nicht ab`,
  historyUnknown:
    'nicht verglichen: Keiner der Checkpoints oben ist von diesem Log, oder die Datei führt nicht zu ihm',
  serviceHistory: 'Geschichte des Dienstes',
  askWith: (size) =>
    `nicht mit dem Checkpoint verglichen, dem du vertraust: Fordere den Beweis mit serviceSize=${size} an, dann führt die Datei zu ihm`,
  anchor: 'Im Log des Dienstes',
  anchorSize: (size) =>
    size === 1 ? 'als es 1 Eintrag hatte' : `als es ${format(size)} Einträge hatte`,
  object: 'Objekt',
  type: 'Typ',
  index: 'Index im Log',
  written: 'Geschrieben',
  recorded: 'Datum',
  imported: 'Rekonstruiert aus einem Import',
  importedBy: 'Importiert von',
  importedMeans:
    'Bewiesen ist, dass es seit diesem Import unverändert ist. Das Datum und der Autor stammen aus dem Import.',
  by: 'Von',
  nameNotProven: '(ein Name aus der Datei, nicht bewiesen; die ID ist es)',
  count: 'Version',
  why: 'Grund der Änderung',
  changeSet: 'Änderungssatz',
  approvals: 'Freigaben',
  noApprovals: 'Der Änderungssatz wurde ohne Freigaben geschrieben.',
  approval: germanApprovalTexts,
  data: 'Bewiesene Daten',
  erasedValues: 'Gelöschte Werte',
  receipt: 'Beleg',
  receiptTitle: (receipt) => `Beleg ${receipt}`,
  reason: 'Grund',
  legalBasis: 'Rechtsgrundlage',
  erasedDate: 'Gelöscht',
  erasedOn: 'Gelöscht am',
  erasedBy: 'von',
  language: 'English',
  cannotRead: 'Diese Datei lässt sich nicht lesen.',
  entry: 'Eintrag',
  line: (line) => `Zeile ${format(line)} ist kein JSON.`,
  codes: {
    FORM: 'Form',
    SIGNATURE: 'Signatur',
    VERSION: 'Version',
    INCLUSION: 'Stelle im Log',
    ROOT: 'Log',
    HISTORY: 'Geschichte',
    RECEIPT: 'Beleg',
    APPROVAL: 'Freigabe',
    CHAIN: 'Vorgänger',
  },
  sentences: germanFindingSentences,
};

export type Texts = typeof english;
export type Language = 'en' | 'de';
export const texts: Record<Language, Texts> = { en: english, de: german };

const format = (count: number): string =>
  new Intl.NumberFormat(document.documentElement.lang).format(count);
