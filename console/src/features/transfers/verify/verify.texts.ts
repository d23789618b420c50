import { grouped, texts } from '../../../shared/texts.ts';

export const useVerifyTexts = texts({
  en: {
    title: 'Verify a partition',
    hint: 'Shows whether what a partition holds is what was written, all of it and in its order.',
    partition: 'Partition',

    serviceLog: 'Log of the service',
    serviceLogHint:
      'About once a minute the checkpoints of all partitions that changed go into this log. Whoever holds one of its checkpoints holds the history of all partitions up to then.',
    entries: (count: number) => (count === 1 ? '1 entry' : `${grouped(count)} entries`),
    size: 'Signed head',
    root: 'Root',
    origin: 'Name of the log',
    checkpoint: 'Signed checkpoint',
    verifierKey: 'Verifier key',
    save: 'Save the checkpoint',
    publish:
      'Give it regularly to those who do not depend on you: a witness, an auditor, your customers, a newspaper. From then on nobody can rewrite what came before it without being found out, not even whoever holds the key. Publish the verifier key once, where it cannot be exchanged unnoticed.',
  },
  de: {
    title: 'Eine Partition prüfen',
    hint: 'Zeigt, ob eine Partition das enthält, was geschrieben wurde, alles davon und in seiner Reihenfolge.',
    partition: 'Partition',

    serviceLog: 'Log des Dienstes',
    serviceLogHint:
      'Etwa einmal in der Minute kommen die Checkpoints aller geänderten Partitionen in dieses Log. Wer einen seiner Checkpoints hat, hat die Geschichte aller Partitionen bis dahin in der Hand.',
    entries: (count: number) => (count === 1 ? '1 Eintrag' : `${grouped(count)} Einträge`),
    size: 'Signierter Stand',
    root: 'Wurzel',
    origin: 'Name des Logs',
    checkpoint: 'Signierter Checkpoint',
    verifierKey: 'Prüfschlüssel',
    save: 'Checkpoint sichern',
    publish:
      'Gib ihn regelmäßig an die, die nicht von dir abhängen: einen Zeugen, eine Prüferin, deine Kunden, eine Zeitung. Von da an kann niemand unbemerkt umschreiben, was davor war, auch nicht, wer den Schlüssel hat. Veröffentliche den Prüfschlüssel einmal, wo er sich nicht unbemerkt austauschen lässt.',
  },
});
