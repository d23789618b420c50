import { grouped, texts } from '../../platform/texts.ts';

const megabytes = (bytes: number) => grouped(Math.round(bytes / 100_000) / 10);

export const useEvidenceTexts = texts({
  en: {
    evidence: 'Evidence',
    title: (name: string) => `Evidence of ${name}`,
    intro: 'A file to share: it can be verified without this service and without a network.',
    aboutSearch: (query: string) =>
      `A file to share about the results of this search: ${query}. It can be verified without this service and without a network.`,
    moment: 'As of',
    momentHintLocal: 'In your local time. Leave empty for now.',
    momentHintUtc: 'In UTC. Leave empty for now.',
    momentWrong: 'Enter a date and a time, or leave it empty.',
    momentAhead: 'This time is in the future.',
    held: 'As held by this service',
    heldHint: 'Without data that was imported later.',
    language: 'Language of the report',
    contents: 'Contents',
    report:
      'A report to print: what it said, since when, who changed what and why, approvals and signatures.',
    data: (objects: number | null, versions: number | null) =>
      objects === null || versions === null
        ? 'The data: the objects found, with their versions.'
        : `The data: ${objects === 1 ? '1 object' : `${grouped(objects)} objects`}, ${versions === 1 ? '1 version' : `${grouped(versions)} versions`}.`,
    members: (count: number) =>
      count === 1 ? 'Who had access: 1 member.' : `Who had access: ${grouped(count)} members.`,
    membersUnknown: 'Who had access is not recorded.',
    proofs: 'The proofs, signed checkpoints, and the verifier that checks them.',
    reportCut:
      'The report lists only the first objects individually. The data and the proof contain all of them.',
    cut: 'Only the newest 5,000 versions are included. The report says so.',
    searchLimit:
      'At most 1,000 objects and 5,000 versions are included. The report says what is left out.',
    make: 'Create evidence',
    cancel: 'Cancel',
    received: (bytes: number) => `${megabytes(bytes)} MB received. Keep this dialog open.`,
    saved: (file: string) => `${file} is in your downloads.`,
    cancelled: 'Cancelled. Nothing was saved.',
    failed: 'The evidence was not created.',
    large:
      'This is a lot of data, so the server creates the file in the background. It is kept for seven days under Import and export, Runs, and removed earlier if values in the partition are erased.',
    makeByJob: 'Create in the background',
    mayLeave:
      'The server is creating it. You can close this dialog and leave the page: the file will be under Import and export, Runs.',
    isMade: 'The evidence is ready.',
    noFile: 'The file is no longer available.',
    noFileShort: 'No file',
    begins: 'Starting',
    percent: (value: number) => `${grouped(value)}%`,
    progress: 'Progress',
    again: 'Create again',
    inRuns: 'Show in runs',
    download: 'Download',
    receivedShort: (bytes: number) => `${megabytes(bytes)} MB received`,
    notSaved: 'The evidence was not downloaded.',
    remove: 'Remove file',
    removeTitle: 'Remove this file?',
    removeQuestion: 'It is removed from the server. You can create the evidence again.',
    cancelTitle: 'Stop creating this evidence?',
    cancelQuestion: 'What has been created so far is removed. You can create the evidence again.',
    cancelJob: 'Stop',
    notRemoved: 'The file was not removed.',
    fileName: 'evidence',
  },
  de: {
    evidence: 'Nachweis',
    title: (name: string) => `Nachweis zu ${name}`,
    intro: 'Eine Datei zum Weitergeben: Sie lässt sich ohne diesen Dienst und ohne Netz prüfen.',
    aboutSearch: (query: string) =>
      `Eine Datei zum Weitergeben über das, was diese Suche findet: ${query}. Sie lässt sich ohne diesen Dienst und ohne Netz prüfen.`,
    moment: 'Stand von',
    momentHintLocal: 'In deiner Ortszeit; leer für jetzt.',
    momentHintUtc: 'In UTC; leer für jetzt.',
    momentWrong: 'Gib Datum und Uhrzeit an, oder lass es leer.',
    momentAhead: 'Dieser Zeitpunkt liegt in der Zukunft.',
    held: 'Stand in diesem Dienst',
    heldHint: 'Ohne später importierte Daten.',
    language: 'Sprache des Berichts',
    contents: 'Inhalt',
    report:
      'Ein Bericht zum Drucken: was es sagte, seit wann, wer was geändert hat und warum, Freigaben und Signaturen.',
    data: (objects: number | null, versions: number | null) =>
      objects === null || versions === null
        ? 'Die Daten: die gefundenen Objekte mit ihren Versionen.'
        : `Die Daten: ${objects === 1 ? '1 Objekt' : `${grouped(objects)} Objekte`}, ${versions === 1 ? '1 Version' : `${grouped(versions)} Versionen`}.`,
    members: (count: number) =>
      count === 1
        ? 'Wer Zugriff hatte: 1 Mitglied.'
        : `Wer Zugriff hatte: ${grouped(count)} Mitglieder.`,
    membersUnknown: 'Wer Zugriff hatte, ist nicht aufgezeichnet.',
    proofs: 'Die Beweise, signierte Checkpoints und das Prüfprogramm dazu.',
    reportCut:
      'Der Bericht zeigt nur die ersten Objekte einzeln. Die Daten und der Beweis enthalten alle.',
    cut: 'Nur die neuesten 5.000 Versionen sind enthalten. Der Bericht weist darauf hin.',
    searchLimit:
      'Höchstens 1.000 Objekte und 5.000 Versionen sind enthalten. Der Bericht nennt, was fehlt.',
    make: 'Nachweis erstellen',
    cancel: 'Abbrechen',
    received: (bytes: number) => `${megabytes(bytes)} MB empfangen. Lass diesen Dialog offen.`,
    saved: (file: string) => `${file} liegt in deinen Downloads.`,
    cancelled: 'Abgebrochen. Nichts wurde gespeichert.',
    failed: 'Der Nachweis wurde nicht erstellt.',
    large:
      'Das sind viele Daten, deshalb erstellt der Server die Datei im Hintergrund. Sie wird sieben Tage unter Import und Export, Läufe aufbewahrt und früher entfernt, wenn in der Partition Werte gelöscht werden.',
    makeByJob: 'Im Hintergrund erstellen',
    mayLeave:
      'Der Server erstellt ihn. Du kannst diesen Dialog schließen und die Seite verlassen: Die Datei steht dann unter Import und Export, Läufe.',
    isMade: 'Der Nachweis ist fertig.',
    noFile: 'Es gibt keine Datei mehr.',
    noFileShort: 'Keine Datei',
    begins: 'Beginnt',
    percent: (value: number) => `${grouped(value)} %`,
    progress: 'Fortschritt',
    again: 'Noch einmal erstellen',
    inRuns: 'In den Läufen zeigen',
    download: 'Herunterladen',
    receivedShort: (bytes: number) => `${megabytes(bytes)} MB empfangen`,
    notSaved: 'Der Nachweis wurde nicht heruntergeladen.',
    remove: 'Datei entfernen',
    removeTitle: 'Diese Datei entfernen?',
    removeQuestion: 'Sie wird vom Server entfernt. Du kannst den Nachweis noch einmal erstellen.',
    cancelTitle: 'Diesen Nachweis nicht weiter erstellen?',
    cancelQuestion:
      'Was bis jetzt erstellt ist, wird entfernt. Du kannst den Nachweis noch einmal erstellen.',
    cancelJob: 'Anhalten',
    notRemoved: 'Die Datei wurde nicht entfernt.',
    fileName: 'nachweis',
  },
});
