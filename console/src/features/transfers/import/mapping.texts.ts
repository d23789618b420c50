import { grouped, texts } from '../../../platform/texts.ts';

export const useMappingTexts = texts({
  en: {
    title: (file: string, partition: string) => `Columns of ${file} for ${partition}`,
    found: (rows: number, delimiter: string, encoding: string) =>
      `${rows === 1 ? '1 row' : `${grouped(rows)} rows`}, separated by ${delimiter}, ${encoding}`,
    foundInSheet: (rows: string, sheet: string) => `${rows} in the sheet ${sheet}`,
    delimiters: { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' },
    type: 'Type of all rows',
    typeHint: 'For example PRODUCT.',
    typeMissing: 'Enter the type: a letter, followed by letters, digits, _ . or -.',
    key: 'Key column',
    keyHint:
      'Its cells name the objects. When a file is imported again, rows with a known key change that object; rows that change nothing are not written.',
    content: 'None: rows are recognized by their content',
    contentHint:
      'When a file is imported again, a row with the same content changes nothing, and any other row is a new object.',
    calledBy: 'Objects are called by',
    calledByHint: 'The column that you choose becomes the field title.',
    calledByField: (name: string) => `The field ${name} names the objects in lists and searches.`,
    firstText: 'Their first text',
    rowsOfObjects: 'Known objects',
    replace: 'Replace them',
    change: 'Change only the given columns',
    replaceHint:
      'A row is the whole object: fields that it does not have, and those with empty cells, are removed.',
    changeHint: 'Fields and references that a row does not have keep their values.',
    chooseKey: 'Choose a column',
    keyNeeded: 'Choose the column that names the objects, or None if there is none.',
    finding: 'Looking at all values of the columns',
    columns: 'Columns and fields',
    column: (number: number) => `Column ${grouped(number)}`,
    columnHead: 'Column',
    examples: 'First values',
    importAs: 'Import as',
    name: 'Field or reference',
    readAs: 'Read as',
    of: (what: string, column: string) => `${what}: ${column}`,
    targets: {
      field: 'Field',
      reference: 'Reference',
      reason: 'Reason for the change',
      nothing: 'Not imported',
    },
    referenceHint:
      'A reference points to the object with the key in the cell. A dot in a field name creates nested fields: address.city. Empty cells are skipped.',
    kindsOf: {
      text: 'Not a text.',
      number: 'Not a number.',
      integer: 'Not a whole number.',
      boolean: 'Neither true nor false.',
      date: 'Not a date of this format.',
      dateTime: 'Not a date and time of this format.',
      list: 'Not a list.',
      json: 'Not JSON.',
    },
    flaws: {
      noKey: 'The key is missing.',
      notExact:
        'This number cannot be stored exactly. Import the column as Text to keep all of its digits.',
      fraction: 'Not a whole number. Import the column as Number to keep fractions.',
      noSuchTime: 'There is no such day or time in the calendar, or clocks show it twice.',
    },
    formulaError: (written: string) => `The formula has no result: ${written}.`,
    nameMissing: 'Enter a name.',
    nameTwice: 'Several columns have this name.',
    preview: 'Preview the rows',
    download: 'Download the mapping',
    other: 'Choose another file',
    back: 'Change the columns',
    keyTwice: (key: string, number: number) => `Row ${number} already has the key ${key}.`,
    wrongCell: (column: string, text: string, why: string) =>
      text.trim() === '' ? `${column}: ${why}` : `${column}: “${text}”. ${why}`,
    importAgain:
      'The import of a spreadsheet cannot be resumed. Import the file again: rows that were already written are recognized by their key.',
    unfinished: 'Unfinished import',
    unfinishedFile: (file: string, partition: string) => `${file} for ${partition}, opened`,
    fixedRows: (count: number) =>
      count === 1 ? '1 row corrected' : `${grouped(count)} rows corrected`,
    unfinishedHint:
      'The file, its columns and the corrected rows are stored in this browser until you import or discard it or log out, for a week at most.',
    continueColumns: 'Continue with the columns',
    continueRows: 'Continue with the rows',
    discard: 'Discard',
    storedHint:
      'You can reload this page: the work on this file is stored in this browser until you log out.',
    cell: (column: string, number: number) => `${column}, row ${number}`,
    recheck: 'Check the corrected rows',
    toObjects: 'Show the objects',
    toRecent: 'Show the recent changes',
  },
  de: {
    title: (file: string, partition: string) => `Spalten von ${file} für ${partition}`,
    found: (rows: number, delimiter: string, encoding: string) =>
      `${rows === 1 ? '1 Zeile' : `${grouped(rows)} Zeilen`}, getrennt durch ${delimiter}, ${encoding}`,
    foundInSheet: (rows: string, sheet: string) => `${rows} im Tabellenblatt ${sheet}`,
    delimiters: {
      ',': 'Kommas',
      ';': 'Semikolons',
      '\t': 'Tabulatoren',
      '|': 'senkrechte Striche',
    },
    type: 'Typ aller Zeilen',
    typeHint: 'Zum Beispiel PRODUCT.',
    typeMissing: 'Gib den Typ an: ein Buchstabe, danach Buchstaben, Ziffern, _ . oder -.',
    key: 'Schlüsselspalte',
    keyHint:
      'Ihre Zellen benennen die Objekte. Beim nächsten Import ändern Zeilen mit bekanntem Schlüssel dieses Objekt; Zeilen, die nichts ändern, werden nicht geschrieben.',
    content: 'Keine: Zeilen werden an ihrem Inhalt erkannt',
    contentHint:
      'Wenn eine Datei noch einmal importiert wird, ändert eine Zeile mit gleichem Inhalt nichts, und jede andere Zeile ist ein neues Objekt.',
    calledBy: 'Objekte heißen nach',
    calledByHint: 'Die gewählte Spalte wird das Feld title.',
    calledByField: (name: string) =>
      `Mit dem Feld ${name} heißen die Objekte in Listen und Suchen.`,
    firstText: 'ihrem ersten Text',
    rowsOfObjects: 'Bekannte Objekte',
    replace: 'Ersetzen',
    change: 'Nur die enthaltenen Spalten ändern',
    replaceHint:
      'Eine Zeile ist das ganze Objekt: Felder, die sie nicht hat, und solche mit leeren Zellen werden entfernt.',
    changeHint: 'Felder und Verweise, die eine Zeile nicht hat, behalten ihre Werte.',
    chooseKey: 'Spalte wählen',
    keyNeeded: 'Wähle die Spalte, die die Objekte benennt, oder Keine, wenn es keine gibt.',
    finding: 'Alle Werte der Spalten werden geprüft',
    columns: 'Spalten und Felder',
    column: (number: number) => `Spalte ${grouped(number)}`,
    columnHead: 'Spalte',
    examples: 'Erste Werte',
    importAs: 'Importieren als',
    name: 'Feld oder Verweis',
    readAs: 'Lesen als',
    of: (what: string, column: string) => `${what}: ${column}`,
    targets: {
      field: 'Feld',
      reference: 'Verweis',
      reason: 'Grund der Änderung',
      nothing: 'Nicht importiert',
    },
    referenceHint:
      'Ein Verweis zeigt auf das Objekt mit dem Schlüssel in der Zelle. Ein Punkt im Namen eines Felds schachtelt: address.city. Leere Zellen werden weggelassen.',
    kindsOf: {
      text: 'Kein Text.',
      number: 'Keine Zahl.',
      integer: 'Keine ganze Zahl.',
      boolean: 'Weder wahr noch falsch.',
      date: 'Kein Datum in dieser Schreibweise.',
      dateTime: 'Kein Zeitpunkt in dieser Schreibweise.',
      list: 'Keine Liste.',
      json: 'Kein JSON.',
    },
    flaws: {
      noKey: 'Der Schlüssel fehlt.',
      notExact:
        'Diese Zahl kann nicht genau gespeichert werden. Importiere die Spalte als Text, um alle Stellen zu behalten.',
      fraction:
        'Keine ganze Zahl. Importiere die Spalte als Zahl, um Nachkommastellen zu behalten.',
      noSuchTime: 'Diesen Tag oder diese Uhrzeit gibt es nicht, oder die Uhren zeigen sie zweimal.',
    },
    formulaError: (written: string) => `Die Formel hat kein Ergebnis: ${written}.`,
    nameMissing: 'Gib einen Namen an.',
    nameTwice: 'Mehrere Spalten haben diesen Namen.',
    preview: 'Vorschau der Zeilen',
    download: 'Zuordnung herunterladen',
    other: 'Andere Datei wählen',
    back: 'Spalten ändern',
    keyTwice: (key: string, number: number) => `Zeile ${number} hat den Schlüssel ${key} schon.`,
    wrongCell: (column: string, text: string, why: string) =>
      text.trim() === '' ? `${column}: ${why}` : `${column}: „${text}“. ${why}`,
    importAgain:
      'Der Import einer Tabelle lässt sich nicht fortsetzen. Importiere die Datei noch einmal: Schon geschriebene Zeilen werden an ihrem Schlüssel erkannt.',
    unfinished: 'Angefangener Import',
    unfinishedFile: (file: string, partition: string) => `${file} für ${partition}, geöffnet`,
    fixedRows: (count: number) =>
      count === 1 ? '1 Zeile korrigiert' : `${grouped(count)} Zeilen korrigiert`,
    unfinishedHint:
      'Die Datei, ihre Spalten und die korrigierten Zeilen bleiben in diesem Browser, bis du sie importierst, verwirfst oder dich abmeldest, höchstens eine Woche.',
    continueColumns: 'Weiter mit den Spalten',
    continueRows: 'Weiter mit den Zeilen',
    discard: 'Verwerfen',
    storedHint:
      'Du kannst die Seite neu laden: Die Arbeit an dieser Datei bleibt in diesem Browser, bis du dich abmeldest.',
    cell: (column: string, number: number) => `${column}, Zeile ${number}`,
    recheck: 'Korrigierte Zeilen prüfen',
    toObjects: 'Objekte ansehen',
    toRecent: 'Letzte Änderungen ansehen',
  },
});
