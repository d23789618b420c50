import type { EvidenceLanguage } from '@annals/contracts/evidence';
import { approvalTexts, germanApprovalTexts } from '@annals/proofs/approval-texts';

const english = {
  approval: approvalTexts,
  evidence: 'Evidence',
  object: 'Object',
  search: 'Search',
  partition: 'Partition',
  query: 'Query',
  moment: 'As of',
  now: 'the time this was created',
  recorded: 'as recorded: everything dated up to that time',
  held: 'as held: what this service held at that time',
  made: 'Created',
  by: 'by',
  sequence: 'Newest version',
  sequenceOf: (sequence: string) => `number ${sequence} of the partition`,
  none: 'none',
  checkpoint: 'Checkpoint',
  checkpointOf: (size: string) => `${size} entries`,
  root: 'Root',
  key: 'Key',
  leftOut: 'What is left out',
  nothingLeftOut: 'Nothing that was requested.',
  cutEvidence: (objects: string, versions: string) =>
    `This contains ${objects} objects and ${versions} versions, the most that one evidence file can contain. Further objects, or earlier versions of the last one, are missing from the report, the data and the proofs. Narrow the search to get them.`,
  cutReport: (objects: string, versions: string) =>
    `The report lists ${objects} objects and ${versions} versions individually. The data and the proof contain all of them.`,
  othersWithAccess:
    'Users whose roles let them open every partition are not listed: roles are stored by the authentication service. Their history is in the audit log.',
  someWithAccess: (person: string) =>
    `Users and applications whose roles open every partition are listed as far as ${person} is allowed to see them.`,
  noVerifier:
    'This service does not have the verifier page. It is at /verifier.html of the console.',
  longerLog:
    'Values were erased after that time. The proof therefore covers the log up to the day this was created, including later versions.',
  erasedStay: 'Erased values are not included, whenever they were erased.',
  access: 'Who had access',
  accessHint:
    'The members of the partition at that time, according to the service. The log does not prove this.',
  noMembers: 'Nobody was a member at that time.',
  accessUnknown: (since: string) =>
    `Not recorded: access is known since ${since}, when this service created the partition. The data is older because it was imported, and an import brings no access with it.`,
  imports: 'Imported',
  storedLater: (later: string, all: string) =>
    `${later} of ${all} versions that the partition has up to that time were stored here later:`,
  byRole: 'By a role that opens every partition',
  byRoleHint:
    'The holders of such roles at that time, according to the authentication service. The log does not prove this. API tokens are not listed: they grant no more than their owners have.',
  noHolders: 'Nobody held such a role at that time.',
  noHoldersSeen: (person: string) => `None that ${person} is allowed to see.`,
  through: (unit: string) => `through the unit ${unit}`,
  levels: { READ: 'read', WRITE: 'write', OWN: 'administer' },
  person: 'Person',
  role: 'Role',
  roles: { OWNER: 'Owner', EDITOR: 'Editor', READER: 'Reader' },
  since: 'Since',
  givenBy: 'Role given by',
  objects: 'Objects',
  noObjects: 'No objects are recorded for that time.',
  content: 'What it said',
  path: 'Path',
  value: 'Value',
  changedBy: 'By',
  reason: 'Reason',
  type: 'Type',
  timeline: 'Timeline',
  version: (count: string) => `Version ${count}`,
  versionOf: (count: string, id: string) => `${count}, ${id}`,
  newestThen: 'Version',
  ended: (date: string) => `Ended on ${date}`,
  earlierOr: (date: string) => `${date} or earlier`,
  history: 'Who changed what, and why',
  earlierLeftOut: (count: string) => `${count} earlier versions are left out.`,
  imported: (date: string, person: string) => `imported on ${date} by ${person}`,
  began: 'The object was created.',
  unchanged: 'No value was changed.',
  endedHere: 'The timeline was ended.',
  before: 'Before',
  after: 'After',
  absent: 'not present',
  moreChanges: (count: string) => `${count} more changes: see the data.`,
  moreValues: (count: string) => `${count} more values: see the data.`,
  cutText: (count: string) => `… (${count} characters; the data has all of them)`,
  erased: (receipt: string) => `erased, receipt ${receipt}`,
  erasedBy: (date: string, person: string) => `Erased on ${date} by ${person}`,
  changeSet: 'Change set',
  changeSets: 'Approvals and signatures',
  noChangeSets: 'None of the versions was committed with a change set.',
  author: 'Author',
  committed: 'Committed',
  automatic: 'automatically, with the last approval',
  breakGlass: 'Committed without the approvals that the policy requires',
  approvals: 'Approvals',
  noApprovals: 'none',
  badSignature: 'THE SIGNATURE DOES NOT MATCH',
  check: 'How to check it',
  checkLead:
    'This report repeats what the service says. What the proofs cover can be verified without the service and without a network:',
  steps: [
    'Open verifier.html in a browser, if possible not the one of this folder but one that you saved from the console earlier: whoever altered something here could have altered that page too.',
    'Choose the ZIP file. Every file, every proof, the data and the report are checked.',
    'Under “Trusted key or checkpoint”, enter a key or a checkpoint that you have from a source you trust. Without one, a proof is only compared with itself.',
    'On the command line, use: annals verify FILE.zip --key KEY --checkpoint FILE',
  ],
  files: 'Files',
  fileNames: {
    'README.txt': 'this text',
    'report.html': 'the report, to read in a browser or to print',
    'data/objects.ndjson': 'the objects as they were at that time, one per line',
    'data/versions.ndjson': 'their versions up to that time, oldest first, one per line',
    'data/members.ndjson': 'the members at that time, one per line',
    'data/roles.ndjson':
      'the holders of roles that opened every partition at that time, one per line',
    'data/change-sets.ndjson': 'the change sets with their approvals and signatures, one per line',
    'proofs/':
      'the proofs that versions are in the signed log, unchanged, and that events gave the members their roles',
    'checkpoints/': 'the signed checkpoints that the proofs lead to, and the keys',
    'verifier.html': 'checks all of it in a browser, without a network',
    SHA256SUMS: 'the hashes of the files above: sha256sum -c SHA256SUMS',
    'SHA256SUMS.note': 'the signature of the service under these hashes',
  },
};

export type EvidenceTexts = typeof english;

const german: EvidenceTexts = {
  approval: germanApprovalTexts,
  evidence: 'Nachweis',
  object: 'Objekt',
  search: 'Suche',
  partition: 'Partition',
  query: 'Abfrage',
  moment: 'Stand von',
  now: 'der Zeitpunkt der Erstellung',
  recorded: 'wie verzeichnet: was bis zu dem Zeitpunkt datiert ist',
  held: 'wie vorhanden: was dieser Dienst zu dem Zeitpunkt hatte',
  made: 'Erstellt',
  by: 'von',
  sequence: 'Neueste Version',
  sequenceOf: (sequence) => `Nummer ${sequence} der Partition`,
  none: 'keine',
  checkpoint: 'Checkpoint',
  checkpointOf: (size) => `${size} Einträge`,
  root: 'Wurzel',
  key: 'Schlüssel',
  leftOut: 'Was fehlt',
  nothingLeftOut: 'Nichts von dem, wonach gefragt wurde.',
  cutEvidence: (objects, versions) =>
    `Dies hat ${objects} Objekte und ${versions} Versionen, so viele, wie ein Nachweis höchstens aufnimmt. Weitere Objekte oder frühere Versionen des letzten stehen weder im Bericht noch in den Daten und Beweisen. Mit einer engeren Suche sind sie zu bekommen.`,
  cutReport: (objects, versions) =>
    `Der Bericht zeigt ${objects} Objekte und ${versions} Versionen einzeln. Die Daten und der Beweis haben alle.`,
  othersWithAccess:
    'Benutzer, deren Rollen jede Partition öffnen, sind nicht aufgeführt: Rollen verwahrt der Authentifizierungsdienst. Ihre Geschichte steht im Audit-Log.',
  someWithAccess: (person) =>
    `Benutzer und Anwendungen, deren Rollen jede Partition öffnen, sind aufgeführt, soweit ${person} sie sehen darf.`,
  noVerifier:
    'Dieser Dienst hat die Prüfseite nicht. Sie liegt in der Konsole unter /verifier.html.',
  longerLog:
    'Nach dem Zeitpunkt wurden Werte gelöscht. Der Beweis umfasst deshalb das Log bis zu dem Tag, an dem dies erstellt wurde, mit Versionen nach dem Zeitpunkt.',
  erasedStay: 'Gelöschte Werte sind nicht enthalten, wann immer sie gelöscht wurden.',
  access: 'Wer Zugriff hatte',
  accessHint:
    'Die Mitglieder der Partition zu dem Zeitpunkt, wie der Dienst sie angibt. Das Log beweist es nicht.',
  noMembers: 'Zu dem Zeitpunkt war niemand Mitglied.',
  accessUnknown: (since) =>
    `Nicht aufgezeichnet: Der Zugriff ist bekannt seit ${since}, als dieser Dienst die Partition angelegt hat. Die Daten sind älter, weil sie importiert wurden, und ein Import bringt keinen Zugriff mit.`,
  imports: 'Importiert',
  storedLater: (later, all) =>
    `${later} von ${all} Versionen, die die Partition bis zu dem Zeitpunkt hat, wurden hier erst später gespeichert:`,
  byRole: 'Durch eine Rolle, die jede Partition öffnet',
  byRoleHint:
    'Wer zu dem Zeitpunkt eine solche Rolle hatte, wie der Authentifizierungsdienst angibt. Das Log beweist es nicht. API-Tokens sind nicht aufgeführt: sie dürfen nicht mehr als ihre Besitzer.',
  noHolders: 'Zu dem Zeitpunkt hatte niemand eine solche Rolle.',
  noHoldersSeen: (person) => `Keiner von denen, die ${person} sehen darf.`,
  through: (unit) => `durch die Einheit ${unit}`,
  levels: { READ: 'lesen', WRITE: 'schreiben', OWN: 'verwalten' },
  person: 'Person',
  role: 'Rolle',
  roles: { OWNER: 'Eigentümer', EDITOR: 'Bearbeiter', READER: 'Leser' },
  since: 'Seit',
  givenBy: 'Rolle vergeben von',
  objects: 'Objekte',
  noObjects: 'Für diesen Zeitpunkt sind keine Objekte verzeichnet.',
  content: 'Was es sagte',
  path: 'Pfad',
  value: 'Wert',
  changedBy: 'Von',
  reason: 'Grund',
  type: 'Typ',
  timeline: 'Zeitlinie',
  version: (count) => `Version ${count}`,
  versionOf: (count, id) => `${count}, ${id}`,
  newestThen: 'Version',
  ended: (date) => `Beendet am ${date}`,
  earlierOr: (date) => `${date} oder früher`,
  history: 'Wer was geändert hat, und warum',
  earlierLeftOut: (count) => `${count} frühere Versionen fehlen hier.`,
  imported: (date, person) => `importiert am ${date} von ${person}`,
  began: 'Das Objekt wurde angelegt.',
  unchanged: 'Kein Wert wurde geändert.',
  endedHere: 'Die Zeitlinie wurde beendet.',
  before: 'Vorher',
  after: 'Nachher',
  absent: 'nicht vorhanden',
  moreChanges: (count) => `${count} weitere Änderungen: siehe die Daten.`,
  moreValues: (count) => `${count} weitere Werte: siehe die Daten.`,
  cutText: (count) => `… (${count} Zeichen; die Daten haben alle)`,
  erased: (receipt) => `gelöscht, Beleg ${receipt}`,
  erasedBy: (date, person) => `Am ${date} von ${person} gelöscht`,
  changeSet: 'Änderungssatz',
  changeSets: 'Freigaben und Signaturen',
  noChangeSets: 'Keine der Versionen wurde mit einem Änderungssatz übernommen.',
  author: 'Verfasser',
  committed: 'Übernommen',
  automatic: 'von selbst, mit der letzten Freigabe',
  breakGlass: 'Ohne die Freigaben übernommen, die die Regeln verlangen',
  approvals: 'Freigaben',
  noApprovals: 'keine',
  badSignature: 'DIE SIGNATUR STIMMT NICHT',
  check: 'So wird es geprüft',
  checkLead:
    'Dieser Bericht gibt wieder, was der Dienst sagt. Was die Beweise umfassen, lässt sich ohne den Dienst und ohne Netz prüfen:',
  steps: [
    'verifier.html in einem Browser öffnen, möglichst nicht die aus diesem Ordner, sondern eine, die du früher aus der Konsole gesichert hast: Wer hier etwas geändert hat, könnte auch diese Seite geändert haben.',
    'Die ZIP-Datei wählen. Geprüft werden jede Datei, jeder Beweis, die Daten und der Bericht.',
    'Unter „Vertrauenswürdiger Schlüssel oder Checkpoint“ einen Schlüssel oder einen Checkpoint aus einer Quelle eintragen, der du vertraust. Ohne ihn wird ein Beweis nur mit sich selbst verglichen.',
    'Auf der Kommandozeile geht dasselbe so: annals verify DATEI.zip --key SCHLÜSSEL --checkpoint DATEI',
  ],
  files: 'Dateien',
  fileNames: {
    'README.txt': 'dieser Text',
    'report.html': 'der Bericht; im Browser zu öffnen und zu drucken',
    'data/objects.ndjson': 'die Objekte, wie sie zu dem Zeitpunkt waren, eines je Zeile',
    'data/versions.ndjson':
      'ihre Versionen bis zu dem Zeitpunkt, die älteste zuerst, eine je Zeile',
    'data/members.ndjson': 'die Mitglieder zu dem Zeitpunkt, eines je Zeile',
    'data/roles.ndjson':
      'wer zu dem Zeitpunkt eine Rolle hatte, die jede Partition öffnet, einer je Zeile',
    'data/change-sets.ndjson': 'die Änderungssätze mit Freigaben und Signaturen, einer je Zeile',
    'proofs/':
      'was zeigt, dass Versionen unverändert im signierten Log stehen und Ereignisse den Mitgliedern ihre Rollen gaben',
    'checkpoints/': 'die signierten Checkpoints, zu denen die Beweise führen, und die Schlüssel',
    'verifier.html': 'prüft alles davon in einem Browser, ohne Netz',
    SHA256SUMS: 'die Hashes der Dateien darüber: sha256sum -c SHA256SUMS',
    'SHA256SUMS.note': 'die Signatur des Dienstes unter diesen Hashes',
  },
};

export const evidenceTexts: Record<EvidenceLanguage, EvidenceTexts> = { en: english, de: german };

const momentIn = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
/** Created once: creating one for each of 1,000 versions takes half a second. */
const moments = { en: momentIn('en-GB'), de: momentIn('de-DE') };

/** A moment as people read it, in UTC. */
export function shownMoment(language: EvidenceLanguage, moment: string): string {
  return `${moments[language].format(new Date(moment))} UTC`;
}

export const shownNumber = (language: EvidenceLanguage, value: number): string =>
  new Intl.NumberFormat(language).format(value);
