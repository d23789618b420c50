import { grouped, texts } from '../../platform/texts.ts';

const en = (count: number) => (count === 1 ? '1 entry' : `${grouped(count)} entries`);
const de = (count: number) => (count === 1 ? '1 Eintrag' : `${grouped(count)} Einträge`);
const ofDe = (count: number) => (count === 1 ? '1 Eintrag' : `${grouped(count)} Einträgen`);

export const useLogAlarmTexts = texts({
  en: {
    titles: {
      ROLLBACK: 'The log of this partition was rolled back',
      FORK: 'The history of this partition differs from the one this browser knows',
      KEY: 'The log of this partition is signed with a different key',
      UNSIGNED: 'The log of this partition has no valid signature',
    },
    ROLLBACK: (before: number, now: number, seen: string) =>
      `It had ${en(before)} when this browser saw it on ${seen}; now it has ${en(now)}. A backup may have been restored, or history was rewritten.`,
    FORK: (before: number, now: number, seen: string) =>
      `The log of ${en(now)} does not continue the ${en(before)} that this browser saw on ${seen}. Earlier entries were changed, removed or moved. Neither a regular change nor an erasure does that.`,
    KEY: (before: number, now: number, seen: string) =>
      `The ${en(before)} that this browser saw on ${seen} were signed with a different key, or for a log with a different name, than the ${en(now)} shown now. The key may have been replaced, or another service may be answering in its place.`,
    UNSIGNED:
      'The service shows a checkpoint without a valid signature by the key it names. Nothing proves what this partition holds, and this browser has not remembered the checkpoint.',
    whatNow:
      'Do not rely on what you see here until you know why. Save both checkpoints and send them to the operator of the service: together they prove what happened.',
    whatNowUnsigned:
      'Do not rely on what you see here until you know why, and tell the operator of the service.',
    save: 'Save both checkpoints',
    toLog: 'Show the log',
    trust: 'Trust this log from now on',
    trustTitle: (partition: string) => `Trust the log of “${partition}” from now on?`,
    trustQuestion:
      'Do this only if the operator of the service has explained what happened and you trust the explanation. A file with both checkpoints is saved to your downloads first.',
    forgets: (before: number) =>
      `This browser discards the remembered checkpoint of ${en(before)}.`,
    remembers: (now: number) =>
      `It remembers the checkpoint of ${en(now)} instead, and compares with it from now on.`,
    proofs: 'Proofs of this partition are checked against it too.',
    notTrusted: 'The checkpoint was not replaced',
    trusted: 'This browser trusts the log from now on',
  },
  de: {
    titles: {
      ROLLBACK: 'Das Log dieser Partition wurde zurückgesetzt',
      FORK: 'Die Geschichte dieser Partition ist nicht die, die dieser Browser kennt',
      KEY: 'Ein anderer Schlüssel signiert das Log dieser Partition',
      UNSIGNED: 'Das Log dieser Partition hat keine gültige Signatur',
    },
    ROLLBACK: (before: number, now: number, seen: string) =>
      `Es hatte ${de(before)}, als dieser Browser es am ${seen} sah; jetzt hat es ${de(now)}. Vielleicht wurde eine Sicherung zurückgespielt, oder die Geschichte wurde umgeschrieben.`,
    FORK: (before: number, now: number, seen: string) =>
      `Das Log mit ${ofDe(now)} setzt das mit ${ofDe(before)} nicht fort, das dieser Browser am ${seen} sah. Was bis dahin geschrieben war, wurde geändert, entfernt oder umgestellt. Weder eine reguläre Änderung noch eine Löschung tut das.`,
    KEY: (before: number, now: number, seen: string) =>
      `Das Log mit ${ofDe(before)}, das dieser Browser am ${seen} sah, hatte ein anderer Schlüssel signiert als das jetzige mit ${ofDe(now)}, oder es hatte einen anderen Namen. Vielleicht wurde der Schlüssel ersetzt, oder ein anderer Dienst antwortet an seiner Stelle.`,
    UNSIGNED:
      'Der Dienst zeigt einen Checkpoint ohne gültige Signatur des genannten Schlüssels. Nichts beweist, was diese Partition enthält, und dieser Browser hat sich den Checkpoint nicht gemerkt.',
    whatNow:
      'Verlass dich nicht auf das, was du hier siehst, bis du den Grund kennst. Sichere beide Checkpoints und schicke sie dem Betreiber des Dienstes: Zusammen beweisen sie, was geschehen ist.',
    whatNowUnsigned:
      'Verlass dich nicht auf das, was du hier siehst, bis du den Grund kennst, und informiere den Betreiber des Dienstes.',
    save: 'Beide Checkpoints sichern',
    toLog: 'Das Log ansehen',
    trust: 'Diesem Log ab jetzt trauen',
    trustTitle: (partition: string) => `Dem Log von „${partition}“ ab jetzt trauen?`,
    trustQuestion:
      'Tu das nur, wenn dir der Betreiber des Dienstes erklärt hat, was geschehen ist, und du der Erklärung traust. Vorher wird eine Datei mit beiden Checkpoints in deinen Downloads gesichert.',
    forgets: (before: number) =>
      `Dieser Browser vergisst den gemerkten Checkpoint mit ${ofDe(before)}.`,
    remembers: (now: number) =>
      `An seiner Stelle merkt er sich den mit ${ofDe(now)} und vergleicht mit diesem.`,
    proofs: 'Auch Beweise aus dieser Partition werden gegen diesen geprüft.',
    notTrusted: 'Der Checkpoint wurde nicht ersetzt',
    trusted: 'Dieser Browser traut dem Log ab jetzt',
  },
});
