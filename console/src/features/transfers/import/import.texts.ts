import { grouped, texts } from '../../../platform/texts.ts';

export const useImportTexts = texts({
  en: {
    title: 'Import into a partition',
    partition: 'Target partition',
    file: 'File',
    choose: 'Choose a file',
    drop: 'or drop it here: Excel, CSV, JSON or NDJSON, also compressed with gzip',
    chosen: (name: string, size: string) => `${name}, ${size}`,
    fileMissing: 'Choose a file.',
    partitionMissing: 'Choose the partition.',
    nowhere: 'No partition to import into',
    nowhereHint:
      'Only editors and owners of a partition can import into it. Ask an owner for one of these roles.',
    check: 'Check the file',
    checkHint: 'Nothing is written yet: you first see every row with what becomes of it.',
    format: 'File format',
    ndjson:
      'NDJSON has one JSON object on each line; JSON has them in a list, or on several lines each. An export can be imported unchanged, as NDJSON, CSV or Excel workbook.',
    csv: 'CSV and workbooks have a header row. In CSV, columns are separated by commas, semicolons or tabs.',
    spreadsheet:
      'A table without the columns key and type, in CSV, Excel or JSON, is imported like any spreadsheet: you choose the type, the key and what each column becomes.',
    columnKey:
      'identifies the timeline, the same in all of its rows; any text, or the ID of a timeline.',
    columnType: 'the type; required in every row except one that ends the timeline.',
    columnDate:
      'when it was written, for example 2022-03-01T00:00:00Z. Default: now. Rows are sorted by it, oldest first.',
    columnId: 'makes the import repeatable: a row that already exists is not written again.',
    columnUser:
      'the ID of the author. Default: you. Setting another author requires the owner role in the partition.',
    columnRef: 'a reference called NAME; the cell contains the key of the timeline it points to.',
    columnEnded: 'true in the row that ends the timeline.',
    columnRestored: 'true in the row that resumes an ended timeline.',
    columnReason: 'why it was written, a single line.',
    reasonHint: 'For rows that have no reason of their own.',
    columnOther:
      'Every other column is a property of the data. A dot creates nested properties: release.cycle. Behind the name, [text], [number], [boolean] or [json] says how its cells are read. Without it, the column is read as JSON if every cell is a number, true, false, null or JSON; otherwise all of its cells are text, as are those with 007 and 1.10, and “12” in straight quotes is the text 12. An empty cell leaves the property out. A column whose name starts with # is not imported.',
    sampleNdjson: 'Sample as NDJSON',
    sampleCsv: 'Sample as CSV',
    noJson: (why: string) => `This line is not valid JSON: ${why}`,
    noCsv: (why: string) => `The file cannot be read from here on: ${why}`,
    otherEncoding: 'The line is not in UTF-8. Save the file in UTF-8.',
    tooManyColumns: (count: number) =>
      `The row has more cells than the header has columns (${grouped(count)}).`,
    columnTwice: (name: string) =>
      `The column ${name} is given twice, or both as a value and with a dot.`,
    columnForbidden: (name: string) => `No column can be called ${name}.`,
    tooLarge: 'The row is larger than 900 kB.',
    unknownNames: (names: string) => `Unknown: ${names}.`,
    noObject: 'The row is not a JSON object: {…}.',
    missing: (place: string) => `${place} is missing.`,
    wrongKind: (place: string, expected: string) => `${place} must be ${expected}.`,
    rowKinds: {
      string: 'text',
      number: 'a number',
      boolean: 'true or false, without quotes',
      object: 'an object: {…}',
      record: 'an object: {…}',
      array: 'a list: […]',
    },
    onlyValue: (place: string, values: string) => `${place}: allowed values are ${values}.`,
    wrongLength: (place: string) => `${place}: too long or too short.`,
    notRight: (place: string, message: string) => `${place}: ${message}`,
    datesGoBack:
      'It is dated before an earlier row of the file. Sort the rows by modificationDate, oldest first.',
    otherType: (type: string) =>
      `Earlier rows of this timeline have the type ${type}, which cannot change.`,
    timelineEnded: 'An earlier row of the file ends this timeline. A row with restored resumes it.',
    phases: {
      OPENING: 'Reading the file',
      READING: 'File',
      MAPPING: 'Columns',
      CHECKING: 'Checking',
      CHECKED: 'Checked',
      COMPARING: 'Comparing with the earlier file',
      IMPORTING: 'Importing',
      DONE: 'Imported',
      CANCELLED: 'Cancelled',
      STOPPED: 'Stopped',
    },
    into: (file: string, partition: string) => `${file} into ${partition}`,
    found: (count: number) =>
      count === 1 ? '1 row found so far' : `${grouped(count)} rows found so far`,
    rows: (count: number) => (count === 1 ? '1 row' : `${grouped(count)} rows`),
    rowsOf: (count: number, total: number) =>
      `${grouped(count)} of ${grouped(total)} ${total === 1 ? 'row' : 'rows'}`,
    rate: (perSecond: number) =>
      perSecond === 1 ? '1 row per second' : `${grouped(perSecond)} rows per second`,
    preview: 'Preview',
    result: 'Result',
    counts: {
      created: (count: number) => `${grouped(count)} new`,
      changed: (count: number) => `${grouped(count)} changed`,
      ended: (count: number) => `${grouped(count)} ended`,
      existing: (count: number) => `${grouped(count)} unchanged`,
      refused: (count: number) => `${grouped(count)} refused`,
      unjudged: (count: number) => `${grouped(count)} not checked`,
      unreadable: (count: number) => `${grouped(count)} unreadable`,
    },
    unjudgedHint:
      'Rows that are not checked depend on earlier rows of this file, which are not written yet. The import checks them in turn.',
    unreadableHint:
      'Fix the unreadable rows in the file and choose it again. The import can start once all rows can be read.',
    fixHint: 'Fix the unreadable rows below. Those that remain will be skipped.',
    refusedHint: 'Refused rows will be skipped, and listed at the end.',
    alreadyRunning: (by: string) =>
      `This file is already being imported into this partition, by ${by}. Importing it again would write rows without an ID a second time.`,
    twinBefore: (by: string) =>
      `This file was imported into this partition before, by ${by}. Importing it again writes rows without an ID a second time.`,
    showRunning: 'Show that run',
    nothing: 'The file has no rows.',
    nothingNew: 'There is nothing to import: no row would change anything.',
    begin: (count: number) => (count === 1 ? 'Import 1 row' : `Import ${grouped(count)} rows`),
    other: 'Choose another file',
    cancel: 'Cancel',
    resume: 'Resume',
    again: 'Check again',
    finished: 'Import another file',
    toRun: 'Show the run',
    goesOn: 'This continues while you use other pages. Keep this tab open.',
    stopped: 'The import stopped.',
    notChecked: 'The file was not checked completely.',
    stoppedToast: 'An import stopped',
    doneToast: (file: string) => `${file} imported.`,
    problems: 'Rows with problems',
    firstProblems: (count: number) => `Only the first ${grouped(count)} are stored.`,
    shownProblems: (count: number) =>
      `The first ${grouped(count)} are shown; the CSV contains all stored ones.`,
    row: 'Row',
    kind: 'Result',
    kinds: { unreadable: 'Unreadable', refused: 'Refused', unjudged: 'Not checked' },
    why: 'Reason',
    download: 'Download as CSV',
    resumeTitle: (file: string) => `Resume the import of ${file}`,
    resumeHint: (done: number) =>
      `${done === 1 ? '1 row is' : `${grouped(done)} rows are`} written. Choose the same file again: it is compared before anything is written.`,
    otherFile: (file: string) =>
      `This is not the file that the import was started with (${file}). Choose that one, unchanged.`,
    cannotResume: 'There is no such import, or it is finished.',
  },
  de: {
    title: 'In eine Partition importieren',
    partition: 'Zielpartition',
    file: 'Datei',
    choose: 'Datei wählen',
    drop: 'oder hier ablegen: Excel, CSV, JSON oder NDJSON, auch mit gzip komprimiert',
    chosen: (name: string, size: string) => `${name}, ${size}`,
    fileMissing: 'Wähle eine Datei.',
    partitionMissing: 'Wähle die Partition.',
    nowhere: 'Keine Partition, in die du importieren kannst',
    nowhereHint:
      'Nur Bearbeiter und Eigentümer einer Partition können in sie importieren. Bitte ihre Eigentümer um eine dieser Rollen.',
    check: 'Datei prüfen',
    checkHint: 'Noch wird nichts geschrieben: Zuerst siehst du jede Zeile mit ihrem Ergebnis.',
    format: 'Dateiformat',
    ndjson:
      'NDJSON hat in jeder Zeile ein JSON-Objekt; JSON hat sie in einer Liste oder über mehrere Zeilen. Ein Export lässt sich unverändert wieder importieren, als NDJSON, CSV oder Excel-Arbeitsmappe.',
    csv: 'CSV und Arbeitsmappen haben eine Kopfzeile. In CSV sind Spalten durch Kommas, Semikolons oder Tabulatoren getrennt.',
    spreadsheet:
      'Eine Tabelle ohne die Spalten key und type, in CSV, Excel oder JSON, wird so importiert: Du wählst den Typ, den Schlüssel und was aus jeder Spalte wird.',
    columnKey:
      'identifiziert die Zeitlinie, in allen ihren Zeilen gleich; ein beliebiger Text oder die ID einer Zeitlinie.',
    columnType: 'der Typ, in jeder Zeile außer einem Ende.',
    columnDate:
      'wann es geschrieben wurde, etwa 2022-03-01T00:00:00Z. Ohne Angabe: jetzt. Danach sind die Zeilen sortiert, die älteste zuerst.',
    columnId: 'macht die Zeile wiederholbar: Was schon da ist, wird nicht noch einmal geschrieben.',
    columnUser:
      'die ID des Autors. Ohne Angabe: du. Ein anderer Autor setzt die Rolle Eigentümer in der Partition voraus.',
    columnRef:
      'ein Verweis namens NAME; in der Zelle steht der Schlüssel der Zeitlinie, auf die er zeigt.',
    columnEnded: 'true in der Zeile, die die Zeitlinie beendet.',
    columnRestored: 'true in der Zeile, die eine beendete Zeitlinie fortsetzt.',
    columnReason: 'warum sie geschrieben wurde, eine Zeile.',
    reasonHint: 'Für Zeilen ohne eigenen Grund.',
    columnOther:
      'Jede andere Spalte ist eine Eigenschaft der Daten. Ein Punkt schachtelt: release.cycle. Hinter dem Namen sagt [text], [number], [boolean] oder [json], wie die Zellen gelesen werden. Fehlt das, wird die Spalte als JSON gelesen, wenn jede Zelle eine Zahl, true, false, null oder JSON ist; sonst sind alle ihre Zellen Text, auch bei 007 und 1.10, und „12“ in geraden Anführungszeichen ist der Text 12. Eine leere Zelle lässt die Eigenschaft weg. Eine Spalte, deren Name mit # beginnt, wird nicht importiert.',
    sampleNdjson: 'Beispiel als NDJSON',
    sampleCsv: 'Beispiel als CSV',
    noJson: (why: string) => `Diese Zeile ist kein JSON: ${why}`,
    noCsv: (why: string) => `Ab hier ist die Datei nicht lesbar: ${why}`,
    otherEncoding: 'Die Zeile ist nicht in UTF-8. Speichere die Datei in UTF-8.',
    tooManyColumns: (count: number) =>
      `Die Zeile hat mehr Zellen als die Kopfzeile Spalten (${grouped(count)}).`,
    columnTwice: (name: string) =>
      `Die Spalte ${name} gibt es zweimal, oder sowohl als Wert als auch mit Punkt.`,
    columnForbidden: (name: string) => `Keine Spalte kann ${name} heißen.`,
    tooLarge: 'Die Zeile ist größer als 900 kB.',
    unknownNames: (names: string) => `Unbekannt: ${names}.`,
    noObject: 'Die Zeile ist kein JSON-Objekt: {…}.',
    missing: (place: string) => `${place} fehlt.`,
    wrongKind: (place: string, expected: string) => `${place} muss ${expected} sein.`,
    rowKinds: {
      string: 'Text',
      number: 'eine Zahl',
      boolean: 'true oder false, ohne Anführungszeichen',
      object: 'ein Objekt: {…}',
      record: 'ein Objekt: {…}',
      array: 'eine Liste: […]',
    },
    onlyValue: (place: string, values: string) => `${place}: Hier darf nur ${values} stehen.`,
    wrongLength: (place: string) => `${place}: zu lang oder zu kurz.`,
    notRight: (place: string, message: string) => `${place}: ${message}`,
    datesGoBack:
      'Sie ist vor einer früheren Zeile der Datei datiert. Sortiere die Zeilen nach modificationDate, die älteste zuerst.',
    otherType: (type: string) =>
      `Frühere Zeilen dieser Zeitlinie haben den Typ ${type}, der sich nicht ändern kann.`,
    timelineEnded:
      'Eine frühere Zeile der Datei beendet diese Zeitlinie. Eine Zeile mit restored setzt sie fort.',
    phases: {
      OPENING: 'Datei wird gelesen',
      READING: 'Datei',
      MAPPING: 'Spalten',
      CHECKING: 'Wird geprüft',
      CHECKED: 'Geprüft',
      COMPARING: 'Wird mit der früheren Datei verglichen',
      IMPORTING: 'Wird importiert',
      DONE: 'Importiert',
      CANCELLED: 'Abgebrochen',
      STOPPED: 'Angehalten',
    },
    into: (file: string, partition: string) => `${file} in ${partition}`,
    found: (count: number) =>
      count === 1 ? 'Bisher 1 Zeile gefunden' : `Bisher ${grouped(count)} Zeilen gefunden`,
    rows: (count: number) => (count === 1 ? '1 Zeile' : `${grouped(count)} Zeilen`),
    rowsOf: (count: number, total: number) =>
      `${grouped(count)} von ${grouped(total)} ${total === 1 ? 'Zeile' : 'Zeilen'}`,
    rate: (perSecond: number) =>
      perSecond === 1 ? '1 Zeile je Sekunde' : `${grouped(perSecond)} Zeilen je Sekunde`,
    preview: 'Vorschau',
    result: 'Ergebnis',
    counts: {
      created: (count: number) => `${grouped(count)} neu`,
      changed: (count: number) => `${grouped(count)} geändert`,
      ended: (count: number) => `${grouped(count)} beendet`,
      existing: (count: number) => `${grouped(count)} unverändert`,
      refused: (count: number) => `${grouped(count)} abgelehnt`,
      unjudged: (count: number) => `${grouped(count)} nicht geprüft`,
      unreadable: (count: number) => `${grouped(count)} unlesbar`,
    },
    unjudgedHint:
      'Nicht geprüfte Zeilen hängen von früheren Zeilen dieser Datei ab, die noch nicht geschrieben sind. Der Import prüft sie, sobald sie an der Reihe sind.',
    unreadableHint:
      'Korrigiere die unlesbaren Zeilen in der Datei und wähle sie noch einmal. Ein Import beginnt erst, wenn alle Zeilen lesbar sind.',
    fixHint: 'Korrigiere die unlesbaren Zeilen unten. Die übrigen werden ausgelassen.',
    refusedHint: 'Abgelehnte Zeilen werden ausgelassen und am Ende aufgelistet.',
    alreadyRunning: (by: string) =>
      `Genau diese Datei wird schon in diese Partition importiert, von ${by}. Ein weiterer Import würde Zeilen ohne ID ein zweites Mal schreiben.`,
    twinBefore: (by: string) =>
      `Genau diese Datei wurde schon in diese Partition importiert, von ${by}. Ein weiterer Import schreibt Zeilen ohne ID ein zweites Mal.`,
    showRunning: 'Diesen Lauf zeigen',
    nothing: 'Die Datei hat keine Zeilen.',
    nothingNew: 'Es gibt nichts zu importieren: Keine Zeile würde etwas ändern.',
    begin: (count: number) =>
      count === 1 ? '1 Zeile importieren' : `${grouped(count)} Zeilen importieren`,
    other: 'Andere Datei wählen',
    cancel: 'Abbrechen',
    resume: 'Fortsetzen',
    again: 'Noch einmal prüfen',
    finished: 'Weitere Datei importieren',
    toRun: 'Zum Lauf',
    goesOn: 'Es geht weiter, während du andere Seiten ansiehst. Lass diesen Tab offen.',
    stopped: 'Der Import wurde angehalten.',
    notChecked: 'Die Datei wurde nicht vollständig geprüft.',
    stoppedToast: 'Ein Import wurde angehalten',
    doneToast: (file: string) => `${file} ist importiert.`,
    problems: 'Zeilen mit Problemen',
    firstProblems: (count: number) => `Nur die ersten ${grouped(count)} werden gespeichert.`,
    shownProblems: (count: number) =>
      `Die ersten ${grouped(count)} sind zu sehen; die CSV-Datei enthält alle gespeicherten.`,
    row: 'Zeile',
    kind: 'Ergebnis',
    kinds: { unreadable: 'Unlesbar', refused: 'Abgelehnt', unjudged: 'Nicht geprüft' },
    why: 'Grund',
    download: 'Als CSV herunterladen',
    resumeTitle: (file: string) => `Import von ${file} fortsetzen`,
    resumeHint: (done: number) =>
      `${done === 1 ? '1 Zeile ist' : `${grouped(done)} Zeilen sind`} geschrieben. Wähle dieselbe Datei noch einmal: Sie wird verglichen, bevor etwas geschrieben wird.`,
    otherFile: (file: string) =>
      `Das ist nicht die Datei, mit der der Import begonnen wurde (${file}). Wähle diese, unverändert.`,
    cannotResume: 'Es gibt keinen solchen Import, oder er ist fertig.',
  },
});
