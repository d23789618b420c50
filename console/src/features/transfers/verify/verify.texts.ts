import { grouped, texts } from '../../../platform/texts.ts';

export const useVerifyTexts = texts({
  en: {
    title: 'Verify a partition',
    hint: 'Checks that a partition contains exactly what was written, complete and in order.',
    partition: 'Partition',

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
