import type { FileFlaw, FlawDetails } from '@annals/rules/files/unreadable-file';
import { grouped, texts } from '../../../platform/texts.ts';
import { flawText } from '../../../ui/json/json-flaw.texts.ts';

/** Texts about files as they are read, before anything is said about their columns. */
export const useFileTexts = texts({
  en: {
    title: (file: string) => `How ${file} is read`,
    sheet: 'Sheet',
    hiddenSheet: (name: string) => `${name} (hidden)`,
    encoding: 'Encoding',
    encodingDoubt:
      'The file does not say how its characters are encoded. Compare the preview: if letters are wrong, choose another encoding.',
    delimiter: 'Columns are separated by',
    headerRow: 'Row with the names of the columns',
    headerOption: (number: number, cells: string) => `Row ${grouped(number)}: ${cells}`,
    noHeader: 'None: the columns have no names',
    hidden: (rows: string, count: number) =>
      count === 1
        ? `Import row ${rows}, which is hidden in the file`
        : `Import the ${grouped(count)} rows that are hidden in the file: ${rows}`,
    merged: (count: number) =>
      count === 1
        ? 'Repeat the merged cell in each of its rows'
        : `Repeat the ${grouped(count)} merged cells in each of their rows`,
    cutNumbers: (count: number) =>
      `${count === 1 ? '1 cell has a number' : `${grouped(count)} cells have numbers`} of more than 15 digits. Excel replaces the rest by zeros, so these cells are refused. Format the column as Text in Excel and enter the numbers again, or do not import it.`,
    foreignCells: (count: number) =>
      `${count === 1 ? '1 cell has' : `${grouped(count)} cells have`} bytes that are not characters in this encoding, and will be refused. Choose the encoding in which the file was written; if parts of it have different ones, correct the cells in the review.`,
    foreignCell:
      'Some bytes of this cell are not characters in the encoding of the file. Choose another encoding or correct the cell.',
    cutNumber:
      'Excel keeps only 15 digits of a number, so the last digits of this one are lost. Format the cell as Text in Excel and enter it again.',
    preview: 'First rows',
    number: 'Row',
    isHidden: 'hidden',
    rows: (count: number) => (count === 1 ? '1 row' : `${grouped(count)} rows`),
    go: 'Continue with the columns',
    change: 'Change how the file is read',
    failed: 'The file cannot be read like this',
    cell: (column: string, why: string) => `${column}: ${why}`,
    flaws: {
      empty: 'The file is empty.',
      emptyGzip: 'The compressed file contains nothing.',
      brokenGzip:
        'The file is not a complete gzip file. It may have been cut off: download or create it again.',
      brokenWorkbook: 'The file is not a readable Excel workbook.',
      protectedWorkbook: 'The workbook is protected with a password. Save it without the password.',
      oldWorkbook:
        'This is a workbook of Excel 97 to 2003 (.xls). Save it as an Excel workbook (.xlsx) or as CSV.',
      otherWorkbook: 'This is not an Excel workbook (.xlsx). Save it as .xlsx or CSV.',
      otherEncoding: 'The file is not in UTF-8. JSON is always in UTF-8: save the file that way.',
      noRecords: 'The JSON in the file is not a list of objects.',
    },
    tooLarge: (most: number) => `A table can have at most ${grouped(most)} MB. Split the file.`,
    largeWorkbook: (most: number) =>
      `The workbook has more than ${grouped(most)} million cells, or is larger than 200 MB when unpacked. Split it, or save the sheet as CSV.`,
    noSheet: (name: string) => `The workbook has no sheet “${name}”.`,
    emptySheet: (name: string) => `The sheet “${name}” is empty. Choose another one.`,
    brokenCsv: (row: number, why: string) =>
      `The file cannot be read from row ${grouped(row)} on: ${why}`,
    lossyJson: (line: number, why: string) => `Line ${grouped(line)}: ${why}`,
    brokenJson: (line: number, why: string) =>
      `The file is not valid JSON, line ${grouped(line)}: ${why}`,
    faults: {
      noValue: 'No value starts here.',
      noComma: 'A comma is missing between two elements.',
      lastComma: 'A comma follows the last element of the list. Remove it.',
      remark: 'JSON has no comments. Remove them.',
      notClosed: 'The list is not closed.',
      more: 'Something follows after the list.',
    },
    encodings: {
      'utf-8': 'UTF-8',
      'utf-16le': 'UTF-16',
      'utf-16be': 'UTF-16, big-endian',
      'windows-1252': 'Western European (Windows-1252)',
      'iso-8859-15': 'Western European (ISO 8859-15)',
      macintosh: 'Western European (Mac)',
      'windows-1250': 'Central European (Windows-1250)',
      'iso-8859-2': 'Central European (ISO 8859-2)',
      'windows-1251': 'Cyrillic (Windows-1251)',
      'koi8-r': 'Cyrillic (KOI8-R)',
      'koi8-u': 'Ukrainian (KOI8-U)',
      ibm866: 'Cyrillic (DOS 866)',
      'windows-1253': 'Greek (Windows-1253)',
      'windows-1254': 'Turkish (Windows-1254)',
      'windows-1255': 'Hebrew (Windows-1255)',
      'windows-1256': 'Arabic (Windows-1256)',
      'windows-1257': 'Baltic (Windows-1257)',
      'windows-1258': 'Vietnamese (Windows-1258)',
      'windows-874': 'Thai (Windows-874)',
      shift_jis: 'Japanese (Shift_JIS)',
      'euc-jp': 'Japanese (EUC-JP)',
      'iso-2022-jp': 'Japanese (ISO-2022-JP)',
      gbk: 'Simplified Chinese (GBK)',
      gb18030: 'Simplified Chinese (GB18030)',
      big5: 'Traditional Chinese (Big5)',
      'euc-kr': 'Korean (EUC-KR)',
    },
  },
  de: {
    title: (file: string) => `So wird ${file} gelesen`,
    sheet: 'Tabellenblatt',
    hiddenSheet: (name: string) => `${name} (ausgeblendet)`,
    encoding: 'Zeichenkodierung',
    encodingDoubt:
      'Die Datei sagt nicht, wie ihre Zeichen kodiert sind. Vergleiche die Vorschau: Wenn Buchstaben falsch sind, wähle eine andere Kodierung.',
    delimiter: 'Spalten sind getrennt durch',
    headerRow: 'Zeile mit den Namen der Spalten',
    headerOption: (number: number, cells: string) => `Zeile ${grouped(number)}: ${cells}`,
    noHeader: 'Keine: Die Spalten haben keine Namen',
    hidden: (rows: string, count: number) =>
      count === 1
        ? `Zeile ${rows} importieren, die in der Datei ausgeblendet ist`
        : `Die ${grouped(count)} Zeilen importieren, die in der Datei ausgeblendet sind: ${rows}`,
    merged: (count: number) =>
      count === 1
        ? 'Die verbundene Zelle in jeder ihrer Zeilen wiederholen'
        : `Die ${grouped(count)} verbundenen Zellen in jeder ihrer Zeilen wiederholen`,
    cutNumbers: (count: number) =>
      `${count === 1 ? 'In 1 Zelle steht eine Zahl' : `In ${grouped(count)} Zellen stehen Zahlen`} mit mehr als 15 Stellen. Excel ersetzt die übrigen durch Nullen, darum werden diese Zellen abgelehnt. Formatiere die Spalte in Excel als Text und gib die Zahlen noch einmal ein, oder importiere sie nicht.`,
    foreignCells: (count: number) =>
      `${count === 1 ? 'In 1 Zelle stehen' : `In ${grouped(count)} Zellen stehen`} Bytes, die in dieser Kodierung keine Zeichen sind. Sie werden abgelehnt. Wähle die Kodierung, in der die Datei geschrieben wurde; wenn ihre Teile verschiedene haben, korrigiere die Zellen bei der Prüfung.`,
    foreignCell:
      'Einige Bytes dieser Zelle sind in der Kodierung der Datei keine Zeichen. Wähle eine andere Kodierung oder korrigiere die Zelle.',
    cutNumber:
      'Excel behält nur 15 Stellen einer Zahl, die letzten dieser Zahl sind darum verloren. Formatiere die Zelle in Excel als Text und gib sie noch einmal ein.',
    preview: 'Erste Zeilen',
    number: 'Zeile',
    isHidden: 'ausgeblendet',
    rows: (count: number) => (count === 1 ? '1 Zeile' : `${grouped(count)} Zeilen`),
    go: 'Weiter mit den Spalten',
    change: 'Anders lesen',
    failed: 'So lässt sich die Datei nicht lesen',
    cell: (column: string, why: string) => `${column}: ${why}`,
    flaws: {
      empty: 'Die Datei ist leer.',
      emptyGzip: 'Die komprimierte Datei enthält nichts.',
      brokenGzip:
        'Die Datei ist keine vollständige gzip-Datei. Vielleicht ist sie abgeschnitten: Lade oder erzeuge sie neu.',
      brokenWorkbook: 'Die Datei ist keine lesbare Excel-Arbeitsmappe.',
      protectedWorkbook:
        'Die Arbeitsmappe ist mit einem Passwort geschützt. Speichere sie ohne Passwort.',
      oldWorkbook:
        'Das ist eine Arbeitsmappe von Excel 97 bis 2003 (.xls). Speichere sie als Excel-Arbeitsmappe (.xlsx) oder als CSV.',
      otherWorkbook: 'Das ist keine Excel-Arbeitsmappe (.xlsx). Speichere sie als .xlsx oder CSV.',
      otherEncoding:
        'Die Datei ist nicht in UTF-8. JSON ist immer in UTF-8: Speichere die Datei so.',
      noRecords: 'Das JSON in der Datei ist keine Liste von Objekten.',
    },
    tooLarge: (most: number) =>
      `Eine Tabelle darf höchstens ${grouped(most)} MB haben. Teile die Datei.`,
    largeWorkbook: (most: number) =>
      `Die Arbeitsmappe hat mehr als ${grouped(most)} Millionen Zellen oder ist entpackt größer als 200 MB. Teile sie, oder speichere das Tabellenblatt als CSV.`,
    noSheet: (name: string) => `Die Arbeitsmappe hat kein Tabellenblatt „${name}“.`,
    emptySheet: (name: string) => `Das Tabellenblatt „${name}“ ist leer. Wähle ein anderes.`,
    brokenCsv: (row: number, why: string) =>
      `Die Datei ist ab Zeile ${grouped(row)} nicht lesbar: ${why}`,
    lossyJson: (line: number, why: string) => `Zeile ${grouped(line)}: ${why}`,
    brokenJson: (line: number, why: string) =>
      `Die Datei ist kein gültiges JSON, Zeile ${grouped(line)}: ${why}`,
    faults: {
      noValue: 'Hier beginnt kein Wert.',
      noComma: 'Zwischen zwei Elementen fehlt ein Komma.',
      lastComma: 'Nach dem letzten Element der Liste steht ein Komma. Entferne es.',
      remark: 'In JSON gibt es keine Kommentare. Entferne sie.',
      notClosed: 'Die Liste ist nicht geschlossen.',
      more: 'Nach der Liste folgt noch etwas.',
    },
    encodings: {
      'utf-8': 'UTF-8',
      'utf-16le': 'UTF-16',
      'utf-16be': 'UTF-16, Big-Endian',
      'windows-1252': 'Westeuropäisch (Windows-1252)',
      'iso-8859-15': 'Westeuropäisch (ISO 8859-15)',
      macintosh: 'Westeuropäisch (Mac)',
      'windows-1250': 'Mitteleuropäisch (Windows-1250)',
      'iso-8859-2': 'Mitteleuropäisch (ISO 8859-2)',
      'windows-1251': 'Kyrillisch (Windows-1251)',
      'koi8-r': 'Kyrillisch (KOI8-R)',
      'koi8-u': 'Ukrainisch (KOI8-U)',
      ibm866: 'Kyrillisch (DOS 866)',
      'windows-1253': 'Griechisch (Windows-1253)',
      'windows-1254': 'Türkisch (Windows-1254)',
      'windows-1255': 'Hebräisch (Windows-1255)',
      'windows-1256': 'Arabisch (Windows-1256)',
      'windows-1257': 'Baltisch (Windows-1257)',
      'windows-1258': 'Vietnamesisch (Windows-1258)',
      'windows-874': 'Thailändisch (Windows-874)',
      shift_jis: 'Japanisch (Shift_JIS)',
      'euc-jp': 'Japanisch (EUC-JP)',
      'iso-2022-jp': 'Japanisch (ISO-2022-JP)',
      gbk: 'Vereinfachtes Chinesisch (GBK)',
      gb18030: 'Vereinfachtes Chinesisch (GB18030)',
      big5: 'Traditionelles Chinesisch (Big5)',
      'euc-kr': 'Koreanisch (EUC-KR)',
    },
  },
});

/** Why a file cannot be read, in the language of the page. */
export function fileFlawText(flaw: FileFlaw, details: FlawDetails): string {
  const { row = 0, why = '', most = 0 } = details;
  const t = useFileTexts.now();
  switch (flaw) {
    case 'tooLarge':
    case 'largeWorkbook':
      return t[flaw](most);
    case 'noSheet':
    case 'emptySheet':
      return t[flaw](why);
    case 'brokenCsv':
      return t.brokenCsv(row, why);
    case 'brokenJson':
      if (details.flaw) return t.lossyJson(row, flawText(details.flaw));
      return t.brokenJson(row, details.fault ? t.faults[details.fault] : why);
    case 'empty':
    case 'emptyGzip':
    case 'brokenGzip':
    case 'brokenWorkbook':
    case 'protectedWorkbook':
    case 'oldWorkbook':
    case 'otherWorkbook':
    case 'otherEncoding':
    case 'noRecords':
      return t.flaws[flaw];
  }
}
