import { grouped, texts } from '../../../platform/texts.ts';

export const useVerifyTexts = texts({
  en: {
    title: 'Verify a partition',
    hint: 'Checks that a partition contains exactly what was written, complete and in order.',
    partition: 'Partition',

    fileTitle: 'Verify a file',
    fileHint:
      'Checks a downloaded file in this browser: evidence (ZIP), the result of an audit, a proof of a version or a partition, or a part of the audit log. The file is not sent anywhere.',
    trusted: 'Trusted keys and checkpoints',
    trustedHint:
      'Optional. A checkpoint that was saved earlier shows that the service has not signed a different history since.',
    trustedWrong:
      'The trusted keys and checkpoints cannot be read. Paste verifier keys and signed checkpoints as they were saved.',
    chooseFile: 'Choose a file',
    drop: 'or drop it here',
    checking: 'Checking',
    notChecked: 'The file was not checked',
    noProof: (name: string) =>
      `${name} is not a proof: it may be a different file, or incomplete. Nothing is proven.`,
    fileTampered: 'The file does not match the signed log.',
    fileMeans: {
      evidence:
        'Every file is as the service made it, every proof is valid, and the data is what they prove.',
      audit:
        'The sample was announced before it could be known, drawn as announced, and judged and signed by its auditor.',
      events: 'Every event of this part is there, unaltered and in order.',
      version: 'This version is as it was written, and is recorded in the log.',
      log: 'Every version and every entry is as it was written, in order.',
    },
    selfSigned:
      'The key is the one in the file. Compare it with a key from a source you trust before you rely on it.',
    auditor: 'Auditor',
    auditorOf: (name: string, userId: string) => `${name}, ${userId}`,
    signedOn: 'Signed',
    conclusions: 'Conclusions',
    conclusionsOf: (audit: {
      entries: number;
      inOrder: number;
      findings: number;
      notJudged: number;
    }) =>
      `${grouped(audit.entries)} ${audit.entries === 1 ? 'entry' : 'entries'}: ${grouped(audit.inOrder)} in order, ${grouped(audit.findings)} with a finding, ${grouped(audit.notJudged)} not judged`,
    file: 'File',
    contents: 'Contents',
    contentsOf: (files: number, proofs: number, versions: number) =>
      `${grouped(files)} ${files === 1 ? 'file' : 'files'}, ${grouped(proofs)} ${proofs === 1 ? 'proof' : 'proofs'}, ${grouped(versions)} ${versions === 1 ? 'version' : 'versions'}`,
    others: 'Added files',
    othersOf: (names: string) =>
      `${names}: added by the program that packed it again; not verified, and no part of the evidence`,
    members: 'Members',
    membersOf: (proven: number, unknown: string) =>
      `${grouped(proven)} as proven events say${unknown === '' ? '' : `; unknown: ${unknown}`}`,
    events: 'Events',
    eventsOf: (from: number, to: number) =>
      from === to ? 'None' : `All from number ${grouped(from + 1)} to ${grouped(to)}`,
    history: 'Known history',
    continues: (size: number) =>
      `Continues the checkpoint you trust, of ${size === 1 ? '1 entry' : `${grouped(size)} entries`}`,
    notCompared:
      'Not compared: no trusted checkpoint belongs to this log, or the file does not lead to it',
    anchor: 'Recorded in the service log',
    anchorOf: (size: number) =>
      size === 1 ? 'when it had 1 entry' : `when it had ${grouped(size)} entries`,

    serviceLog: 'Service log',
    serviceLogHint:
      'About once a minute, the checkpoints of all partitions that changed are added to this log. One checkpoint of this log covers the history of all partitions up to that time.',
    entries: (count: number) => (count === 1 ? '1 entry' : `${grouped(count)} entries`),
    size: 'Signed head',
    root: 'Root',
    origin: 'Name of the log',
    checkpoint: 'Signed checkpoint',
    verifierKey: 'Verifier key',
    save: 'Save the checkpoint',
    publish:
      'Give it regularly to parties that do not depend on you: a witness, an auditor, your customers, a newspaper. From then on, nobody can rewrite earlier history without being detected, not even the holder of the key. Publish the verifier key once, where it cannot be replaced unnoticed.',
  },
  de: {
    title: 'Eine Partition prüfen',
    hint: 'Prüft, ob eine Partition genau das enthält, was geschrieben wurde, vollständig und in der richtigen Reihenfolge.',
    partition: 'Partition',

    fileTitle: 'Eine Datei prüfen',
    fileHint:
      'Prüft eine heruntergeladene Datei in diesem Browser: einen Nachweis (ZIP), ein Prüfergebnis, den Beweis einer Version oder einer Partition, oder einen Teil des Audit-Logs. Die Datei wird nirgendwohin gesendet.',
    trusted: 'Vertrauenswürdige Schlüssel und Checkpoints',
    trustedHint:
      'Optional. Ein früher gesicherter Checkpoint zeigt, dass der Dienst seither keine andere Geschichte signiert hat.',
    trustedWrong:
      'Die vertrauenswürdigen Schlüssel und Checkpoints lassen sich nicht lesen. Füge Prüfschlüssel und signierte Checkpoints so ein, wie sie gesichert wurden.',
    chooseFile: 'Datei wählen',
    drop: 'oder hierher ziehen',
    checking: 'Wird geprüft',
    notChecked: 'Die Datei wurde nicht geprüft',
    noProof: (name: string) =>
      `${name} ist kein Beweis: Vielleicht ist es eine andere Datei, oder sie ist unvollständig. Nichts ist bewiesen.`,
    fileTampered: 'Die Datei passt nicht zum signierten Log.',
    fileMeans: {
      evidence:
        'Jede Datei ist, wie der Dienst sie erstellt hat, jeder Beweis ist gültig, und die Daten sind, was sie beweisen.',
      audit:
        'Die Stichprobe wurde angekündigt, bevor sie bekannt sein konnte, wie angekündigt gezogen und vom Prüfer beurteilt und signiert.',
      events: 'Jedes Ereignis dieses Teils ist da, unverändert und in der richtigen Reihenfolge.',
      version: 'Diese Version ist, wie sie geschrieben wurde, und steht im Log.',
      log: 'Jede Version und jeder Eintrag ist so, wie er geschrieben wurde, in der richtigen Reihenfolge.',
    },
    selfSigned:
      'Der Schlüssel ist der aus der Datei. Vergleiche ihn mit einem aus vertrauenswürdiger Quelle, bevor du dich darauf verlässt.',
    auditor: 'Prüfer',
    auditorOf: (name, userId) => `${name}, ${userId}`,
    signedOn: 'Signiert',
    conclusions: 'Urteile',
    conclusionsOf: (audit) =>
      `${grouped(audit.entries)} ${audit.entries === 1 ? 'Eintrag' : 'Einträge'}: ${grouped(audit.inOrder)} in Ordnung, ${grouped(audit.findings)} mit Feststellung, ${grouped(audit.notJudged)} nicht beurteilbar`,
    file: 'Datei',
    contents: 'Inhalt',
    contentsOf: (files, proofs, versions) =>
      `${grouped(files)} ${files === 1 ? 'Datei' : 'Dateien'}, ${grouped(proofs)} ${proofs === 1 ? 'Beweis' : 'Beweise'}, ${grouped(versions)} ${versions === 1 ? 'Version' : 'Versionen'}`,
    others: 'Hinzugefügte Dateien',
    othersOf: (names) =>
      `${names}: von dem Programm, das ihn neu gepackt hat; nicht geprüft und kein Teil des Nachweises`,
    members: 'Mitglieder',
    membersOf: (proven, unknown) =>
      `${grouped(proven)} so, wie bewiesene Ereignisse sagen${unknown === '' ? '' : `; unbekannt: ${unknown}`}`,
    events: 'Ereignisse',
    eventsOf: (from, to) =>
      from === to ? 'Keine' : `Alle von Nummer ${grouped(from + 1)} bis ${grouped(to)}`,
    history: 'Bekannte Geschichte',
    continues: (size: number) =>
      `Setzt den vertrauenswürdigen Checkpoint mit ${size === 1 ? '1 Eintrag' : `${grouped(size)} Einträgen`} fort`,
    notCompared:
      'Nicht verglichen: Kein vertrauenswürdiger Checkpoint gehört zu diesem Log, oder die Datei führt nicht zu ihm',
    anchor: 'Im Log des Dienstes verzeichnet',
    anchorOf: (size: number) =>
      size === 1 ? 'als es 1 Eintrag hatte' : `als es ${grouped(size)} Einträge hatte`,

    serviceLog: 'Log des Dienstes',
    serviceLogHint:
      'Etwa einmal in der Minute werden die Checkpoints aller geänderten Partitionen in dieses Log aufgenommen. Ein Checkpoint dieses Logs deckt die Geschichte aller Partitionen bis zu diesem Zeitpunkt ab.',
    entries: (count: number) => (count === 1 ? '1 Eintrag' : `${grouped(count)} Einträge`),
    size: 'Signierter Stand',
    root: 'Wurzel',
    origin: 'Name des Logs',
    checkpoint: 'Signierter Checkpoint',
    verifierKey: 'Prüfschlüssel',
    save: 'Checkpoint sichern',
    publish:
      'Gib ihn regelmäßig an Stellen, die nicht von dir abhängen: einen Zeugen, einen Prüfer, deine Kunden, eine Zeitung. Von da an kann niemand unbemerkt umschreiben, was davor war, auch nicht, wer den Schlüssel hat. Veröffentliche den Prüfschlüssel einmal, wo er sich nicht unbemerkt austauschen lässt.',
  },
});
