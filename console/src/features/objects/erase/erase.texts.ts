import { grouped, texts } from '../../../platform/texts.ts';

/** Texts about erasing values permanently. */
export const useEraseTexts = texts({
  en: {
    erase: 'Erase values…',
    eraseOne: 'Erase…',
    eraseReason: 'Erase the reason…',
    reasonTitle: (title: string) => `Erase the reason of this version of ${title}`,
    reasonWhere:
      'The reason is erased from every version in this partition that has exactly this reason, and from its change sets, even where it is the title.',
    reasonExtent: (versions: number, objects: number) =>
      `The reason of ${versions === 1 ? '1 version' : `${grouped(versions)} versions`} of ${objects === 1 ? '1 object' : `${grouped(objects)} objects`}`,
    reasonGone:
      'The reason and the salts of its proofs are removed from these versions, from search, lists and the change feed, from imports and change sets, and from the responses stored for repeated calls. Hashes and signed receipts remain, so every proof and every signature stays valid.',
    reasonDone: (first: number, last: number, versions: number) =>
      `${first === last ? `Receipt ${grouped(first)}` : `Receipts ${grouped(first)}–${grouped(last)}`}: the reason of ${versions === 1 ? '1 version was' : `${grouped(versions)} versions was`} erased permanently`,
    title: (title: string) => `Erase values of ${title}`,
    previewTitle: 'This will be erased',
    which: 'Which values',
    find: 'Find a field',
    all: (count: number) => (count === 1 ? '1 field' : `${grouped(count)} fields`),
    tooMany: (shown: number, many: number) =>
      `The first ${grouped(shown)} of ${grouped(many)} fields; find the others by name.`,
    nothingFound: 'No field has this name.',
    whole: (held: string) => `all of it, ${held}`,
    chosen: (count: number) => (count === 1 ? '1 chosen' : `${grouped(count)} chosen`),
    chooseOne: 'Choose what to erase.',
    atMost: 'At most 100 at once: choose a parent value as a whole, or erase in several steps.',
    takeWhole: (path: string) => `Choose ${path} as a whole`,
    scope: 'Where',
    thisValue: 'This value, in every version that carries it',
    thisValueHint: 'Other values of the same field stay.',
    everyValue: 'Every value this field ever had, in every version',
    everyValueHint: 'This includes earlier and later values.',
    reason: 'Reason',
    legalBasis: 'Legal basis',
    storedHint:
      'Stored permanently in the signed receipt, visible to everyone who can read this partition. Do not include the value itself.',
    repeats: 'This contains a value that will be erased. The receipt would store it permanently.',
    needed: 'Required',
    reasons: [
      'Request of the data subject',
      'No longer needed for its purpose',
      'Entered by mistake',
    ].join('|'),
    bases: [
      'Art. 17(1)(b) GDPR, consent withdrawn',
      'Art. 17(1)(a) GDPR, no longer necessary',
      'Art. 17(1)(d) GDPR, unlawfully processed',
      'Court order',
    ].join('|'),
    preview: 'Preview',
    back: 'Back',
    cancel: 'Cancel',
    notPreviewed: 'This cannot be erased',
    notErased: 'Nothing was erased',
    perhapsErased: 'It is not known whether this was erased. It is safe to try again',
    extent: (values: number, versions: number) =>
      `${values === 1 ? '1 value' : `${grouped(values)} values`} in ${versions === 1 ? '1 version' : `${grouped(versions)} versions`}`,
    nothing: 'There is nothing to erase: no version contains it any more.',
    path: 'Value',
    versions: 'Versions',
    firstOnly: (count: number) => `The first ${grouped(count)} are listed.`,
    gone: 'The values and the salts of their proofs are removed from these versions, from search, lists and the change feed, and from the responses stored for repeated calls. Hashes and a signed receipt remain, so every proof stays valid.',
    notGone: 'What this does not reach',
    notGoneList: [
      'copies in other objects or partitions',
      'exports and proofs that were downloaded',
      'backups of the database, until they expire',
      'what other programs have read and stored',
    ].join('|'),
    noUndo: 'This cannot be undone: afterwards nobody has the values, not even the service.',
    typeName: (name: string) => `To confirm, type “${name}”`,
    confirm: 'Erase permanently',
    done: (first: number, last: number, values: number) =>
      `${first === last ? `Receipt ${grouped(first)}` : `Receipts ${grouped(first)}–${grouped(last)}`}: ${values === 1 ? '1 value was' : `${grouped(values)} values were`} erased permanently`,
    nothingDone: 'Nothing was erased: no version contains it any more',
  },
  de: {
    erase: 'Werte löschen …',
    eraseOne: 'Löschen …',
    eraseReason: 'Grund löschen …',
    reasonTitle: (title: string) => `Grund dieser Version von ${title} löschen`,
    reasonWhere:
      'Der Grund wird in jeder Version dieser Partition gelöscht, die genau diesen Grund nennt, und in ihren Änderungssätzen, auch wo er der Titel ist.',
    reasonExtent: (versions: number, objects: number) =>
      `Der Grund von ${versions === 1 ? '1 Version' : `${grouped(versions)} Versionen`} von ${objects === 1 ? '1 Objekt' : `${grouped(objects)} Objekten`}`,
    reasonGone:
      'Der Grund und die Salze seiner Beweise verschwinden aus diesen Versionen, aus Suche, Listen und Änderungsstrom, aus Importen und Änderungssätzen und aus den Antworten, die für wiederholte Aufrufe gespeichert sind. Hashes und signierte Belege bleiben erhalten; deshalb bleiben alle Beweise und Signaturen gültig.',
    reasonDone: (first: number, last: number, versions: number) =>
      `${first === last ? `Beleg ${grouped(first)}` : `Belege ${grouped(first)}–${grouped(last)}`}: der Grund von ${versions === 1 ? '1 Version' : `${grouped(versions)} Versionen`} wurde endgültig gelöscht`,
    title: (title: string) => `Werte von ${title} löschen`,
    previewTitle: 'Das wird gelöscht',
    which: 'Welche Werte',
    find: 'Feld suchen',
    all: (count: number) => (count === 1 ? '1 Feld' : `${grouped(count)} Felder`),
    tooMany: (shown: number, many: number) =>
      `Die ersten ${grouped(shown)} von ${grouped(many)} Feldern; die anderen findest du über den Namen.`,
    nothingFound: 'Kein Feld heißt so.',
    whole: (held: string) => `alles, ${held}`,
    chosen: (count: number) => `${grouped(count)} gewählt`,
    chooseOne: 'Wähle, was gelöscht werden soll.',
    atMost:
      'Höchstens 100 auf einmal: Wähle einen übergeordneten Wert im Ganzen, oder lösche in mehreren Schritten.',
    takeWhole: (path: string) => `${path} im Ganzen wählen`,
    scope: 'Wo',
    thisValue: 'Diesen Wert, in jeder Version, die ihn enthält',
    thisValueHint: 'Andere Werte desselben Feldes bleiben.',
    everyValue: 'Jeden Wert, den dieses Feld je hatte, in jeder Version',
    everyValueHint: 'Auch frühere und spätere Werte.',
    reason: 'Grund',
    legalBasis: 'Rechtsgrundlage',
    storedHint:
      'Wird dauerhaft im signierten Beleg gespeichert, sichtbar für alle, die diese Partition lesen dürfen. Nenne den Wert selbst hier nicht.',
    repeats:
      'Das enthält einen Wert, der gelöscht werden soll. Der Beleg würde ihn dauerhaft speichern.',
    needed: 'Das muss angegeben werden.',
    reasons: [
      'Verlangen der betroffenen Person',
      'Für den Zweck nicht mehr nötig',
      'Versehentlich eingetragen',
    ].join('|'),
    bases: [
      'Art. 17 Abs. 1 lit. b DSGVO, Einwilligung widerrufen',
      'Art. 17 Abs. 1 lit. a DSGVO, nicht mehr notwendig',
      'Art. 17 Abs. 1 lit. d DSGVO, unrechtmäßig verarbeitet',
      'Gerichtsbeschluss',
    ].join('|'),
    preview: 'Vorschau',
    back: 'Zurück',
    cancel: 'Abbrechen',
    notPreviewed: 'So lässt sich das nicht löschen',
    notErased: 'Nichts wurde gelöscht',
    perhapsErased:
      'Es ist nicht bekannt, ob das gelöscht wurde. Du kannst es gefahrlos noch einmal versuchen',
    extent: (values: number, versions: number) =>
      `${values === 1 ? '1 Wert' : `${grouped(values)} Werte`} in ${versions === 1 ? '1 Version' : `${grouped(versions)} Versionen`}`,
    nothing: 'Es gibt nichts zu löschen: Keine Version enthält es mehr.',
    path: 'Wert',
    versions: 'Versionen',
    firstOnly: (count: number) => `Die ersten ${grouped(count)} sind aufgeführt.`,
    gone: 'Die Werte und die Salze ihrer Beweise verschwinden aus diesen Versionen, aus Suche, Listen und Änderungsstrom und aus den Antworten, die für wiederholte Aufrufe gespeichert sind. Hashes und ein signierter Beleg bleiben erhalten; deshalb bleiben alle Beweise gültig.',
    notGone: 'Was das nicht erreicht',
    notGoneList: [
      'Kopien in anderen Objekten oder Partitionen',
      'Exporte und Beweise, die heruntergeladen wurden',
      'Sicherungen der Datenbank, bis sie ablaufen',
      'was andere Programme gelesen und gespeichert haben',
    ].join('|'),
    noUndo:
      'Das lässt sich nicht rückgängig machen: Danach hat niemand mehr die Werte, auch der Dienst nicht.',
    typeName: (name: string) => `Um fortzufahren, gib „${name}“ ein`,
    confirm: 'Endgültig löschen',
    done: (first: number, last: number, values: number) =>
      `${first === last ? `Beleg ${grouped(first)}` : `Belege ${grouped(first)}–${grouped(last)}`}: ${values === 1 ? '1 Wert wurde' : `${grouped(values)} Werte wurden`} endgültig gelöscht`,
    nothingDone: 'Nichts wurde gelöscht: Keine Version enthält es mehr',
  },
});
