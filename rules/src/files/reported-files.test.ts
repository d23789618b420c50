// @vitest-environment node
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { cellText, type Cell } from '../tables/table.ts';
import { workbookFile } from '../testing/workbook-file.ts';
import { openDataFile, type ReadingChoices, type RowFlaw } from './open-data-file.ts';
import { UnreadableFile } from './unreadable-file.ts';

// What people reported of comparable products, each with what is right here. `read` is the table as texts with the header
// first, or the rows of versions, or the flaw of the file.

interface Case {
  name: string;
  /** Where it was reported. */
  from: string;
  file: string;
  content: string | Uint8Array<ArrayBuffer>;
  choices?: ReadingChoices;
  read: unknown;
}

const texts = (...rows: string[][]) => rows.join('\n');
const inline = (ref: string, text: string) =>
  `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
const row = (number: number, cells: string, more = '') =>
  `<row r="${number}"${more}>${cells}</row>`;
const value = (ref: string, number: number | string, style = 0) =>
  `<c r="${ref}" s="${style}"><v>${number}</v></c>`;
const one = (data: string, more: { after?: string } = {}) => ({ Sheet1: { data, ...more } });
const head = row(1, inline('A1', 'id') + inline('B1', 'v'));
const sheetWith = (cell: string, formats: string[] = [], date1904 = false) =>
  workbookFile({ sheets: one(head + row(2, inline('A2', 'x') + cell)), formats, date1904 });
const bytesOf = (...parts: (string | number[])[]) =>
  Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part as string))));

const cases: Case[] = [
  // Workbooks
  {
    name: 'a date is that day in every time zone',
    from: 'SheetJS/sheetjs#1470, #2153, exceljs/exceljs#1343',
    file: 'a.xlsx',
    content: sheetWith(value('B2', 44148, 1), ['dd/mm/yyyy']),
    read: [
      ['id', 'v'],
      ['x', { type: 'date', value: '2020-11-13', shown: '13/11/2020' }],
    ],
  },
  {
    name: 'a time keeps its second',
    from: 'SheetJS/sheetjs#1899, #2350',
    file: 'a.xlsx',
    content: sheetWith(value('B2', 43898.209027777775, 1), ['yyyy-mm-dd hh:mm:ss']),
    read: [
      ['id', 'v'],
      ['x', { type: 'date', value: '2020-03-08T05:01:00', shown: '2020-03-08 05:01:00' }],
    ],
  },
  {
    name: 'a date before 1904 in a workbook of 1904',
    from: 'exceljs/exceljs#1343',
    file: 'a.xlsx',
    content: sheetWith(value('B2', 42506, 1), ['yyyy-mm-dd'], true),
    read: [
      ['id', 'v'],
      ['x', { type: 'date', value: '2020-05-17', shown: '2020-05-17' }],
    ],
  },
  {
    name: 'a time of day has no day',
    from: 'OpenRefine/OpenRefine#5468',
    file: 'a.xlsx',
    content: sheetWith(value('B2', 0.395833333333333, 1), ['h:mm']),
    read: [
      ['id', 'v'],
      ['x', { type: 'date', value: '09:30:00', shown: '9:30' }],
    ],
  },
  {
    name: 'a duration is no time of a day',
    from: 'OpenRefine/OpenRefine#5468',
    file: 'a.xlsx',
    content: sheetWith(value('B2', 1.52083333333333, 1), ['[h]:mm:ss']),
    read: [
      ['id', 'v'],
      ['x', { type: 'number', value: expect.closeTo(1.5208333), shown: '36:30:00' }],
    ],
  },
  {
    name: 'a text of digits stays a text',
    from: 'teableio/teable#1880, nocodb/nocodb#884',
    file: 'a.xlsx',
    content: sheetWith(inline('B2', '00123')),
    read: [
      ['id', 'v'],
      ['x', '00123'],
    ],
  },
  {
    name: 'a number shows its leading zeros',
    from: 'OpenRefine/OpenRefine#5468',
    file: 'a.xlsx',
    content: sheetWith(value('B2', 1067, 1), ['00000']),
    read: [
      ['id', 'v'],
      ['x', { type: 'number', value: 1067, shown: '01067' }],
    ],
  },
  {
    name: 'a long number has lost its last digits, which is said',
    from: 'SpartnerNL/Laravel-Excel#1126, MicrosoftDocs/OfficeDocs-Support#622',
    file: 'a.xlsx',
    content: sheetWith(value('B2', '3.79141105211957E+18')),
    read: [
      ['id', 'v'],
      ['x', { type: 'error', value: '#DIGITS', shown: '3791411052119570000' }],
    ],
  },
  {
    name: 'a great number with few digits is one',
    from: 'own',
    file: 'a.xlsx',
    content: sheetWith(value('B2', '6.02E+23')),
    read: [
      ['id', 'v'],
      ['x', { type: 'number', value: 6.02e23, shown: '6.02e+23' }],
    ],
  },
  {
    name: 'readings of Japanese words are no part of them',
    from: 'rabanti-github/NanoXLSX#25, doy/spreadsheet-parsexlsx#72',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(head + row(2, `${inline('A2', 'x')}<c r="B2" t="s"><v>0</v></c>`)),
      sharedStrings:
        '<si><t>東京都</t><rPh sb="0" eb="3"><t>トウキョウト</t></rPh><phoneticPr fontId="1"/></si>',
    }),
    read: [
      ['id', 'v'],
      ['x', '東京都'],
    ],
  },
  {
    name: 'a text of several formats is one text',
    from: 'ExcelDataReader/ExcelDataReader#108',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(head + row(2, `${inline('A2', 'x')}<c r="B2" t="s"><v>0</v></c>`)),
      sharedStrings:
        '<si><r><t>Ada </t></r><r><rPr><b/></rPr><t xml:space="preserve">Lovelace\n1815</t></r></si>',
    }),
    read: [
      ['id', 'v'],
      ['x', 'Ada Lovelace\n1815'],
    ],
  },
  {
    name: 'a merged cell has its value in each row',
    from: 'mgcrea/node-xlsx#118, catamphetamine/read-excel-file#105, exceljs/exceljs#2734',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(
        head +
          row(2, inline('A2', 'x') + inline('B2', 'Group')) +
          row(3, inline('A3', 'y')) +
          row(4, inline('A4', 'z') + inline('B4', 'Other')),
        { after: '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>' },
      ),
    }),
    read: [
      ['id', 'v'],
      ['x', 'Group'],
      ['y', 'Group'],
      ['z', 'Other'],
    ],
  },
  {
    name: 'or only in the first, if somebody says so',
    from: 'DiegoZoracKy/convert-excel-to-json#64',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(
        head + row(2, inline('A2', 'x') + inline('B2', 'Group')) + row(3, inline('A3', 'y')),
        {
          after: '<mergeCells><mergeCell ref="B2:B1048576"/></mergeCells>',
        },
      ),
    }),
    choices: { spreadMerged: false },
    read: [['id', 'v'], ['x', 'Group'], ['y']],
  },
  {
    name: 'the result of a formula is its value',
    from: 'own',
    file: 'a.xlsx',
    content: sheetWith('<c r="B2"><f>6*7</f><v>42</v></c>'),
    read: [
      ['id', 'v'],
      ['x', { type: 'number', value: 42, shown: '42' }],
    ],
  },
  {
    name: 'a formula that nobody has computed is an error',
    from: 'own',
    file: 'a.xlsx',
    content: sheetWith('<c r="B2"><f>6*7</f></c>'),
    read: [
      ['id', 'v'],
      ['x', { type: 'error', value: '=6*7', shown: '=6*7' }],
    ],
  },
  {
    name: 'an error is one, and not its text',
    from: 'OpenRefine/OpenRefine#5468',
    file: 'a.xlsx',
    content: sheetWith('<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'),
    read: [
      ['id', 'v'],
      ['x', { type: 'error', value: '#DIV/0!', shown: '#DIV/0!' }],
    ],
  },
  {
    name: 'a million empty rows are none',
    from: 'exceljs/exceljs#420, SheetJS/sheetjs#2337',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(
        head +
          row(2, inline('A2', 'x') + value('B2', 1)) +
          Array.from({ length: 20_000 }, (_, index) =>
            row(1_028_576 + index, `<c r="A${1_028_576 + index}" s="0"/>`),
          ).join(''),
      ),
    }),
    read: [
      ['id', 'v'],
      ['x', { type: 'number', value: 1, shown: '1' }],
    ],
  },
  {
    name: 'two cells in far corners are no billion cells',
    from: 'SheetJS/sheetjs#2337, developer0hye/office2pdf#1703',
    file: 'a.xlsx',
    content: workbookFile({ sheets: one(head + row(1_048_576, inline('XFD1048576', 'x'))) }),
    read: 'largeWorkbook',
  },
  {
    name: 'a row as wide as a sheet can be, again and again',
    from: 'exceljs/exceljs#2303',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(
        Array.from({ length: 2000 }, (_, index) =>
          row(index + 1, inline(`XFD${index + 1}`, 'x')),
        ).join(''),
      ),
    }),
    read: 'largeWorkbook',
  },
  {
    name: 'a small file that unpacks to hundreds of megabytes',
    from: 'exceljs/exceljs#412',
    file: 'a.xlsx',
    content: workbookFile({ sheets: one(head), sharedStrings: ' '.repeat(201_000_000) }),
    read: 'largeWorkbook',
  },
  {
    name: 'a title above the table is not its header',
    from: 'nocodb/nocodb#884',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(
        row(1, inline('A1', 'Report of 2024')) +
          row(3, inline('A3', 'id') + inline('B3', 'v') + inline('C3', 'w')) +
          row(4, inline('A4', 'x') + value('B4', 1) + value('C4', 2)) +
          row(5, inline('A5', 'y') + value('B5', 3) + value('C5', 4)),
      ),
    }),
    read: [
      ['id', 'v', 'w'],
      ['x', '1', '2'],
      ['y', '3', '4'],
    ],
  },
  {
    name: 'a table without a header keeps its first row',
    from: 'baserow/baserow#1086',
    file: 'a.csv',
    content: 'x,1\ny,2\n',
    choices: { headerRow: 0 },
    read: [
      ['', ''],
      ['x', '1'],
      ['y', '2'],
    ],
  },
  {
    name: 'the sheet is the one that is chosen',
    from: 'own',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: { First: { data: head }, Second: { data: head + row(2, inline('A2', 'x')) } },
    }),
    choices: { sheet: 'Second' },
    read: [['id', 'v'], ['x']],
  },
  {
    name: 'a hidden sheet is not the first',
    from: 'own',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: {
        Lists: { data: row(1, inline('A1', 'secret')), state: 'veryHidden' },
        Data: { data: head + row(2, inline('A2', 'x')) },
      },
    }),
    read: [['id', 'v'], ['x']],
  },
  {
    name: 'hidden rows are left out, if somebody says so',
    from: 'own',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(head + row(2, inline('A2', 'x'), ' hidden="1"') + row(3, inline('A3', 'y'))),
    }),
    choices: { withoutHidden: true },
    read: [['id', 'v'], ['y']],
  },
  {
    name: 'true and false are values',
    from: 'lsfusion/platform#150',
    file: 'a.xlsx',
    content: sheetWith('<c r="B2" t="b"><v>0</v></c>'),
    read: [
      ['id', 'v'],
      ['x', { type: 'boolean', value: false, shown: 'FALSE' }],
    ],
  },
  {
    name: 'a 1 is no first of January 1900',
    from: 'rap2hpoutre/fast-excel#84',
    file: 'a.xlsx',
    content: sheetWith(value('B2', 1)),
    read: [
      ['id', 'v'],
      ['x', { type: 'number', value: 1, shown: '1' }],
    ],
  },
  {
    name: 'an error that somebody typed is one, and no number',
    from: 'proompteng/bilig#42',
    file: 'a.xlsx',
    content: sheetWith('<c r="B2" t="e"><v>#N/A</v></c>'),
    read: [
      ['id', 'v'],
      ['x', { type: 'error', value: '#N/A', shown: '#N/A' }],
    ],
  },
  {
    name: 'rows and cells without their places follow each other',
    from: 'yukiyokotani/office-open-xml-viewer#833',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(head + row(2, inline('A2', 'x') + value('B2', 7))),
      rewrite: (xml) => xml.replaceAll(/<(row|c) r="[^"]*"/g, '<$1'),
    }),
    read: [
      ['id', 'v'],
      ['x', { type: 'number', value: 7, shown: '7' }],
    ],
  },
  {
    name: 'names of elements have prefixes',
    from: 'SheetJS/sheetjs#271, troldal/OpenXLSX#398',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(head + row(2, '<c r="A2" t="s"><v>0</v></c><c r="B2"><v>7</v></c>')),
      sharedStrings: '<si><t>x</t></si>',
      rewrite: (xml) =>
        /^<(?:worksheet|sst)/.test(xml)
          ? xml.replaceAll(/<(\/?)(?=\w)/g, '<$1x:').replace('xmlns=', 'xmlns:x=')
          : xml,
    }),
    read: [
      ['id', 'v'],
      ['x', { type: 'number', value: 7, shown: '7' }],
    ],
  },
  {
    name: 'a workbook in the strict form of the standard',
    from: 'ExcelDataReader/ExcelDataReader#498, JanKallman/EPPlus#134, QtExcel/QXlsx#68',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(head + row(2, inline('A2', 'x') + value('B2', 44148, 1))),
      formats: ['dd/mm/yyyy'],
      rewrite: (xml) =>
        xml
          .replaceAll(
            'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
            'http://purl.oclc.org/ooxml/spreadsheetml/main',
          )
          .replaceAll(
            'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
            'http://purl.oclc.org/ooxml/officeDocument/relationships',
          ),
    }),
    read: [
      ['id', 'v'],
      ['x', { type: 'date', value: '2020-11-13', shown: '13/11/2020' }],
    ],
  },
  {
    name: 'dates by ISO 8601 stay as they are written',
    from: 'ECMA-376, 18.18.11',
    file: 'a.xlsx',
    content: sheetWith('<c r="B2" t="d" s="1"><v>2020-11-13</v></c>', ['dd/mm/yyyy']),
    read: [
      ['id', 'v'],
      ['x', '2020-11-13'],
    ],
  },
  {
    name: 'a text in its cell can have several formats',
    from: 'CoreOffice/CoreXLSX#141',
    file: 'a.xlsx',
    content: sheetWith(
      '<c r="B2" t="inlineStr"><is><r><t xml:space="preserve">總筆數: </t></r><r><t>54</t></r></is></c>',
    ),
    read: [
      ['id', 'v'],
      ['x', '總筆數: 54'],
    ],
  },
  {
    name: 'escaped control characters are those characters',
    from: 'ECMA-376, 22.9.2.19',
    file: 'a.xlsx',
    content: sheetWith(inline('B2', 'a_x000D_b _x005F_x000D_')),
    read: [
      ['id', 'v'],
      ['x', 'a\rb _x000D_'],
    ],
  },
  {
    name: 'a text among dates is a text',
    from: 'colearendt/xlsx#48',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(
        head +
          row(2, inline('A2', 'x') + value('B2', 44148, 1)) +
          row(3, inline('A3', 'y') + inline('B3', 'unknown')),
      ),
      formats: ['dd/mm/yyyy'],
    }),
    read: [
      ['id', 'v'],
      ['x', { type: 'date', value: '2020-11-13', shown: '13/11/2020' }],
      ['y', 'unknown'],
    ],
  },
  {
    name: 'a workbook of 1997',
    from: 'SheetJS/sheetjs#938',
    file: 'a.xls',
    content: bytesOf([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'x'.repeat(600)),
    read: 'oldWorkbook',
  },
  {
    name: 'a workbook with a password',
    from: 'own',
    file: 'a.xlsx',
    content: bytesOf(
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
      [...Buffer.from('EncryptedPackage', 'utf16le')],
    ),
    read: 'protectedWorkbook',
  },
  {
    name: 'a workbook that is cut off',
    from: 'own',
    file: 'a.xlsx',
    content: sheetWith(value('B2', 1)).slice(0, -40),
    read: 'brokenWorkbook',
  },
  {
    name: 'a page that is called a workbook',
    from: 'nocodb/nocodb#884',
    file: 'a.xlsx',
    content: '<html></html>',
    read: 'otherWorkbook',
  },
  {
    name: 'a percentage is the number that it shows as a percentage',
    from: 'SheetJS/sheetjs#608, #619',
    file: 'a.xlsx',
    content: sheetWith(value('B2', -0.05, 1), ['0.00%']),
    read: [
      ['id', 'v'],
      ['x', { type: 'number', value: -0.05, shown: '-5.00%' }],
    ],
  },
  {
    name: 'an amount in a currency that has a dot in its name is that number',
    from: 'SheetJS/sheetjs#449',
    file: 'a.xlsx',
    content: sheetWith(value('B2', 51968287, 1), ['&quot;Rs.&quot;#,##0.00']),
    read: [
      ['id', 'v'],
      ['x', { type: 'number', value: 51968287, shown: 'Rs.51,968,287.00' }],
    ],
  },
  {
    name: 'true is no 1',
    from: 'exceljs/exceljs#278, SheetJS/sheetjs#1116',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(
        head +
          row(2, `${inline('A2', 'x')}<c r="B2" t="b"><v>1</v></c>`) +
          row(3, inline('A3', 'y') + value('B3', 1)) +
          row(4, inline('A4', 'z') + inline('B4', 'TRUE')),
      ),
    }),
    read: [
      ['id', 'v'],
      ['x', { type: 'boolean', value: true, shown: 'TRUE' }],
      ['y', { type: 'number', value: 1, shown: '1' }],
      ['z', 'TRUE'],
    ],
  },
  {
    name: 'line breaks and spaces in the header are parts of a name and none around it',
    from: 'mganss/ExcelMapper#16, mini-software/MiniExcel#719, awalker89/openxlsx#384',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(
        row(1, inline('A1', ' id ') + inline('B1', 'New&#10;Line\u00A0')) +
          row(2, inline('A2', 'x') + inline('B2', 'y')),
      ),
    }),
    read: [
      ['id', 'New\nLine'],
      ['x', 'y'],
    ],
  },
  // Texts
  {
    name: 'times and durations of a workbook of 1904 are those of any other',
    from: 'exceljs/exceljs#219, #1002, SheetJS/sheetjs#1565, dtjohnson/xlsx-populate#200',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(
        head +
          row(2, inline('A2', 'x') + value('B2', 0.5, 1)) +
          row(3, inline('A3', 'y') + value('B3', 1.5, 2)) +
          row(4, inline('A4', 'z') + value('B4', 0, 3)),
      ),
      formats: ['h:mm', '[h]:mm', 'yyyy-mm-dd'],
      date1904: true,
    }),
    read: [
      ['id', 'v'],
      ['x', { type: 'date', value: '12:00:00', shown: '12:00' }],
      ['y', { type: 'number', value: 1.5, shown: '36:00' }],
      ['z', { type: 'date', value: '1904-01-01', shown: '1904-01-01' }],
    ],
  },
  {
    name: 'a workbook says in words that it counts from 1904',
    from: 'monitorjbl/excel-streaming-reader#218',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(head + row(2, inline('A2', 'x') + value('B2', 42506, 1))),
      formats: ['yyyy-mm-dd'],
      date1904: true,
      rewrite: (xml) => xml.replace('date1904="1"', 'date1904="true"'),
    }),
    read: [
      ['id', 'v'],
      ['x', { type: 'date', value: '2020-05-17', shown: '2020-05-17' }],
    ],
  },
  {
    name: 'a number outside of the calendar is one, whatever its format says',
    from: 'ClosedXML/ClosedXML#176, ONLYOFFICE/DesktopEditors#370, apache/poi#1290',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(
        head +
          [20_240_131, 2_958_466, 0, -328_716]
            .map((number, index) =>
              row(index + 2, inline(`A${index + 2}`, 'x') + value(`B${index + 2}`, number, 1)),
            )
            .join(''),
      ),
      formats: ['yyyy-mm-dd'],
    }),
    read: [
      ['id', 'v'],
      ...[20_240_131, 2_958_466, 0, -328_716].map((number) => [
        'x',
        { type: 'number', value: number, shown: String(number) },
      ]),
    ],
  },
  {
    name: 'the letters of a format are no part of the number',
    from: 'yukiyokotani/office-open-xml-viewer#358, doy/spreadsheet-parsexlsx#54, EPPlusSoftware/EPPlus#1825',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(
        head +
          [1, 2, 3, 4]
            .map((style) =>
              row(style + 1, inline(`A${style + 1}`, 'x') + value(`B${style + 1}`, 5.25, style)),
            )
            .join(''),
      ),
      formats: ['General;[Red]-General', 'General &quot;m&quot;', '[$-409]GENERAL', 'aaaa'],
    }),
    read: [
      ['id', 'v'],
      ...[1, 2, 3, 4].map(() => ['x', { type: 'number', value: 5.25, shown: '5.25' }]),
    ],
  },
  {
    name: 'a date that is shown by an era, or by the calendar of Buddhists, is that day',
    from: 'ECMA-376, 18.8.31',
    file: 'a.xlsx',
    content: workbookFile({
      sheets: one(
        head +
          row(2, inline('A2', 'x') + value('B2', 45_323, 1)) +
          row(3, inline('A3', 'y') + value('B3', 45_323, 2)) +
          row(4, inline('A4', 'z') + value('B4', 45_323, 3)),
      ),
      formats: ['[$-411]ge.m.d', '[$-D07041E]d/m/yyyy', 'd/m/bbbb'],
    }),
    read: [
      ['id', 'v'],
      ['x', { type: 'date', value: '2024-02-01', shown: '2024-02-01' }],
      ['y', { type: 'date', value: '2024-02-01', shown: '1/2/2024' }],
      ['z', { type: 'date', value: '2024-02-01', shown: '2024-02-01' }],
    ],
  },
  {
    name: 'a formula that shares its text with others and has no result is an error',
    from: 'iOfficeAI/OfficeCLI#391, exceljs/exceljs#838, JuliaData/XLSX.jl#235',
    file: 'a.xlsx',
    content: sheetWith('<c r="B2"><f t="shared" si="0"/></c>'),
    read: [
      ['id', 'v'],
      ['x', { type: 'error', value: '=', shown: '=' }],
    ],
  },
  {
    name: 'a formula with an empty result is empty',
    from: 'iOfficeAI/OfficeCLI#391',
    file: 'a.xlsx',
    content: sheetWith('<c r="B2" t="str"><f>IF(A2=1,2,&quot;&quot;)</f><v></v></c>'),
    read: [['id', 'v'], ['x']],
  },
  {
    name: 'a number that no double holds is none',
    from: 'own',
    file: 'a.xlsx',
    content: sheetWith(value('B2', '1e400')),
    read: [
      ['id', 'v'],
      ['x', { type: 'error', value: '#NUM!', shown: '#NUM!' }],
    ],
  },
  {
    name: 'a workbook is one, whatever it is called',
    from: 'finos/waltz#2935, CartoDB/cartodb#6421',
    file: 'a.csv',
    content: sheetWith(inline('B2', 'y')),
    read: [
      ['id', 'v'],
      ['x', 'y'],
    ],
  },
  {
    name: 'so is an old one',
    from: 'finos/waltz#2935',
    file: 'a.txt',
    content: bytesOf([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'Workbook'),
    read: 'oldWorkbook',
  },
  // Tables of texts
  {
    name: 'an inch is no quote',
    from: 'mholt/PapaParse#112',
    file: 'a.csv',
    content: 'color; size; price\nblue; 6\'5"; $5.00\nred; 2\'8"; $2.50\n',
    read: [
      ['color', 'size', 'price'],
      ['blue', ' 6\'5"', ' $5.00'],
      ['red', ' 2\'8"', ' $2.50'],
    ],
  },
  {
    name: 'lines end in different ways in one file',
    from: 'mholt/PapaParse#344, #457',
    file: 'a.csv',
    content: 'id,v\r\n1,"a\r\nb"\n2,b\r\n3,c\n',
    read: [
      ['id', 'v'],
      ['1', 'a\r\nb'],
      ['2', 'b'],
      ['3', 'c'],
    ],
  },
  {
    name: 'lines of an export end in different ways',
    from: 'mholt/PapaParse#457',
    file: 'a.csv',
    content: 'key [text],type,v [text]\n1,T,a\r\n2,T,b\n',
    read: ['a', 'b'].map((v, index) => ({
      key: String(index + 1),
      type: 'T',
      objectData: { v },
      references: [],
    })),
  },
  {
    name: 'lines end twice, as after a transfer that has doubled them',
    from: 'ericberman/MyFlightbookWeb#280',
    file: 'a.csv',
    content: 'id,v\r\r\n1,a\r\r\n2,b\r\r\n',
    read: [
      ['id', 'v'],
      ['1', 'a'],
      ['2', 'b'],
    ],
  },
  {
    name: 'lines end as on an old Macintosh, which is no line end within others',
    from: 'mholt/PapaParse#252',
    file: 'a.csv',
    content: 'id,v\r1,"a\nb"\r2,c',
    read: [
      ['id', 'v'],
      ['1', 'a\nb'],
      ['2', 'c'],
    ],
  },
  {
    name: 'a carriage return in a name is a part of it',
    from: 'mholt/PapaParse#252',
    file: 'a.csv',
    content: '"a\rb",v\n1,x\ry\n',
    read: [
      ['a\rb', 'v'],
      ['1', 'x\ry'],
    ],
  },
  {
    name: 'a line that begins with an empty cell is a line',
    from: 'mholt/PapaParse#514',
    file: 'a.csv',
    content: 'a,b,c\n,e,f\n,"h","i"\n,"k","l"',
    read: [
      ['a', 'b', 'c'],
      ['', 'e', 'f'],
      ['', 'h', 'i'],
      ['', 'k', 'l'],
    ],
  },
  {
    name: 'quotes in the middle of quotes are parts of the text',
    from: 'mafintosh/csv-parser#121, mholt/PapaParse#432',
    file: 'a.csv',
    content: 'a,b,c\njo"e,sam,jan\n"jo"e",sam,jan\njoe,sam,"ja"n"\n',
    read: [
      ['a', 'b', 'c'],
      ['jo"e', 'sam', 'jan'],
      ['"jo"e"', 'sam', 'jan'],
      ['joe', 'sam', '"ja"n"'],
    ],
  },
  {
    name: 'remarks with # decide neither the separator nor the header',
    from: 'JoshClose/CsvHelper#2356, uniVocity/univocity-parsers#305, vincentlaucsb/csv-parser#67',
    file: 'a.csv',
    content: '#created at 2019-01-22T11:39:43Z, by hand\r\n#CSV export\r\nA;B;C\r\n1;2;3\r\n',
    read: [
      ['A', 'B', 'C'],
      ['1', '2', '3'],
    ],
  },
  {
    name: 'more remarks than rows that are looked at, of which the last is the header',
    from: 'mholt/PapaParse#79, iso3166.tab of tzdata',
    file: 'iso3166.tsv',
    content: `${'# This file is in the public domain, so clarified as of\n#\n'.repeat(20)}#code\tname\nAD\tAndorra\nAE\tUnited Arab Emirates\n`,
    read: [
      ['#code', 'name'],
      ['AD', 'Andorra'],
      ['AE', 'United Arab Emirates'],
    ],
  },
  {
    name: 'a remark of another kind does not decide the separator',
    from: 'mholt/PapaParse#334',
    file: 'a.csv',
    content: '//this, is a first line comment, right?\nthis;is;data\n1;2;3\n4;5;6\n',
    read: [
      ['this', 'is', 'data'],
      ['1', '2', '3'],
      ['4', '5', '6'],
    ],
  },
  {
    name: 'a header of numbers with # is one',
    from: 'own',
    file: 'a.csv',
    content: '#,Name\n1,Ada\n',
    read: [
      ['#', 'Name'],
      ['1', 'Ada'],
    ],
  },
  {
    name: 'commas in dates separate nothing, even if some rows are shorter',
    from: 'janisdd/vscode-edit-csv#119',
    file: 'a.csv',
    content:
      'April 15, 2023;40;25.00;pending;\nApril 14, 2023;44;25.00;pending;\nApril 9, 2023;77;1;\n',
    choices: { headerRow: 0 },
    read: [
      ['', '', '', '', ''],
      ['April 15, 2023', '40', '25.00', 'pending', ''],
      ['April 14, 2023', '44', '25.00', 'pending', ''],
      ['April 9, 2023', '77', '1', ''],
    ],
  },
  {
    name: 'a sign in a remark is no separator',
    from: 'ExcelDataReader/ExcelDataReader#500',
    file: 'a.csv',
    content: 'Item_Number,Pmt_Amount,Note\n200212812,$462.76,Hash#hash\n\n',
    read: [
      ['Item_Number', 'Pmt_Amount', 'Note'],
      ['200212812', '$462.76', 'Hash#hash'],
    ],
  },
  {
    name: 'quotes inside of quotes are doubled',
    from: 'mholt/PapaParse#537',
    file: 'a.csv',
    content: texts(['id', 'v'], ['1', '"""To be, or not to be"""']),
    read: [
      ['id', 'v'],
      ['1', '"To be, or not to be"'],
    ],
  },
  {
    name: 'GBK is seen by its letters',
    from: 'objectstack-ai/objectui#2556, nocodb/nocodb#9634',
    file: 'a.csv',
    content: bytesOf([
      0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xb3, 0xc7, 0xca, 0xd0, 0x0a, 0xd5, 0xc5, 0xc8, 0xfd, 0x2c,
      0xb1, 0xb1, 0xbe, 0xa9, 0x0a,
    ]),
    read: [
      ['姓名', '城市'],
      ['张三', '北京'],
    ],
  },
  {
    name: 'Shift_JIS is seen by its letters',
    from: 'actualbudget/actual#3848, supabase/supabase#12666',
    file: 'a.csv',
    content: bytesOf([
      0x96, 0xbc, 0x91, 0x4f, 0x2c, 0x93, 0x73, 0x8e, 0x73, 0x0a, 0x83, 0x84, 0x83, 0x7d, 0x83,
      0x5f, 0x2c, 0x93, 0x8c, 0x8b, 0x9e, 0x0a,
    ]),
    read: [
      ['名前', '都市'],
      ['ヤマダ', '東京'],
    ],
  },
  {
    name: 'Windows-1252 is more than Latin-1',
    from: 'own, on Node 20.19',
    file: 'a.csv',
    content: bytesOf('id,v\nx,5 ', [0x80], '\ny,', [0x84], 'M', [0xfc], 'ller', [0x93], '\n'),
    read: [
      ['id', 'v'],
      ['x', '5 €'],
      ['y', '„Müller“'],
    ],
  },
  {
    name: 'Windows-1252 in a table of versions',
    from: 'own, on Node 20.19',
    file: 'a.csv',
    content: bytesOf('key,type,v\nx,T,5 ', [0x80], '\n'),
    read: [{ key: 'x', type: 'T', objectData: { v: '5 €' }, references: [] }],
  },
  {
    name: 'any other encoding is chosen',
    from: 'questdb/questdb#2424',
    file: 'a.csv',
    content: bytesOf('id,v\n1,', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], '\n'),
    choices: { encoding: 'windows-1251' },
    read: [
      ['id', 'v'],
      ['1', 'Привет'],
    ],
  },
  {
    name: 'UTF-16 without a mark',
    from: 'OpenRefine/OpenRefine#110',
    file: 'a.txt',
    content: Uint8Array.from(Buffer.from('zip\n01067\n', 'utf16le')),
    read: [['zip'], ['01067']],
  },
  {
    name: 'bytes that are no characters are errors, where somebody has put two files together',
    from: 'dbeaver/dbeaver#13346, thirtybees/thirtybees#1549',
    file: 'a.csv',
    content: bytesOf('id,v\n1,Müller\n2,M', [0xfc], 'ller\n'),
    choices: { encoding: 'utf-8' },
    read: [
      ['id', 'v'],
      ['1', 'Müller'],
      ['2', { type: 'error', value: '#BYTES', shown: 'M\uFFFDller' }],
    ],
  },
  {
    name: 'also in a table of versions',
    from: 'own',
    file: 'a.csv',
    content: bytesOf('key,type,v\n1,T,Müller\n2,T,M', [0xfc], 'ller\n'),
    choices: { encoding: 'utf-8' },
    read: [
      { key: '1', type: 'T', objectData: { v: 'Müller' }, references: [] },
      {
        kind: 'cells',
        names: ['key', 'type', 'v'],
        problems: [{ column: 2, flaw: { kind: 'error', written: '#BYTES' }, type: 'text' }],
      },
    ],
  },
  {
    name: 'and half of a character in UTF-16',
    from: 'dust-tt/dust#20554, kodustech/kodus-ai#1683',
    file: 'a.csv',
    content: bytesOf([0xff, 0xfe], [...Buffer.from('id,v\n1,a', 'utf16le')], [0x3d, 0xd8, 0x62, 0]),
    read: [
      ['id', 'v'],
      ['1', { type: 'error', value: '#BYTES', shown: 'a\uFFFDb' }],
    ],
  },
  {
    name: 'the sign for such bytes is a character of UTF-8',
    from: 'own',
    file: 'a.csv',
    content: 'id,v\n1,a\uFFFDb\n',
    read: [
      ['id', 'v'],
      ['1', 'a\uFFFDb'],
    ],
  },
  {
    name: 'spaces around quotes are no part of a cell',
    from: 'BurntSushi/rust-csv#337, JoshClose/CsvHelper#107, vincentlaucsb/csv-parser#190, python/cpython#154744',
    file: 'a.csv',
    content: 'id, "v" , w\n1,  "a, ""b""\nc"  ,d\n2, "e" f,g\n',
    read: [
      ['id', 'v', 'w'],
      ['1', 'a, "b"\nc', 'd'],
      ['2', ' "e" f', 'g'],
    ],
  },
  {
    name: 'a mark in front of a line is no part of it, where somebody has put files together',
    from: 'own',
    file: 'a.csv',
    content: '\uFEFFid,v\n1,a\n\uFEFF"2","b, c"\n3,"d\n\uFEFFe"\n',
    read: [
      ['id', 'v'],
      ['1', 'a'],
      ['2', 'b, c'],
      ['3', 'd\n\uFEFFe'],
    ],
  },
  {
    name: 'and it is none in a key, wherever the file is cut for reading',
    from: 'own',
    file: 'a.csv',
    content: '\uFEFFkey,type,v\nk,T,x\n\uFEFFl,T,y\n',
    read: ['k', 'l'].map((key, index) => ({
      key,
      type: 'T',
      objectData: { v: index === 0 ? 'x' : 'y' },
      references: [],
    })),
  },
  {
    name: 'a name that a database does not store',
    from: 'dashjoin/platform#488, turbot/steampipe#292, formbricks/formbricks#9315',
    file: 'a.csv',
    content: 'key,type,a\0b,__proto__\nk,T,x,y\n',
    read: [
      {
        kind: 'cells',
        names: ['key', 'type', 'a\0b', '__proto__'],
        problems: [
          { column: 2, flaw: { kind: 'nameForbidden', written: 'a\0b' }, type: 'text' },
          { column: 3, flaw: { kind: 'nameForbidden', written: '__proto__' }, type: 'text' },
        ],
      },
    ],
  },
  {
    name: 'names of JavaScript are names',
    from: 'formbricks/formbricks#9315',
    file: 'a.csv',
    content: 'key,type,constructor,toString,hasOwnProperty\nk,T,a,b,c\n',
    read: [
      {
        key: 'k',
        type: 'T',
        objectData: { constructor: 'a', toString: 'b', hasOwnProperty: 'c' },
        references: [],
      },
    ],
  },
  {
    name: 'columns by their tabs, whatever the file is called',
    from: 'zone.tab of tzdata',
    file: 'zone.tab',
    content: 'code\tzone\nAT\tEurope/Vienna\n',
    read: [
      ['code', 'zone'],
      ['AT', 'Europe/Vienna'],
    ],
  },
  {
    name: 'an exported list is a list',
    from: 'directus/directus#7434, cockroachdb/cockroach#33429',
    file: 'a.csv',
    content: texts(['key [text]', 'type', 'tags [json]'], ['1', 'T', '"[""mobile"",""desktop""]"']),
    read: [{ key: '1', type: 'T', objectData: { tags: ['mobile', 'desktop'] }, references: [] }],
  },
  {
    name: 'an apostrophe of the export is taken away, one of the author stays',
    from: 'apache/rocketmq-dashboard#2756, nammayatri/nammayatri#16177',
    file: 'a.csv',
    content: texts(
      ['key [text]', 'type', 'v [text]'],
      ['1', 'T', "'=1+1"],
      ['2', 'T', "''=1+1"],
      ['3', 'T', "'tis"],
    ),
    read: ['=1+1', "'=1+1", "'tis"].map((v, index) => ({
      key: String(index + 1),
      type: 'T',
      objectData: { v },
      references: [],
    })),
  },
  {
    name: 'a negative number is one',
    from: 'grafana/grafana#17363',
    file: 'a.csv',
    content: texts(['key [text]', 'type', 'v [number]'], ['1', 'T', '-5']),
    read: [{ key: '1', type: 'T', objectData: { v: -5 }, references: [] }],
  },
  {
    name: 'remarks are no data',
    from: 'own',
    file: 'a.csv',
    content: texts(
      ['key [text]', 'type', 'v [text]', '#version', '#author'],
      ['1', 'T', 'a', '7', 'Ada'],
    ),
    read: [{ key: '1', type: 'T', objectData: { v: 'a' }, references: [] }],
  },
  {
    name: 'hexadecimal texts stay as they are',
    from: 'OpenRefine/OpenRefine#308, sqlitebrowser/sqlitebrowser#160',
    file: 'a.csv',
    content: texts(
      ['key', 'type', 'color'],
      ['1', 'T', '000000'],
      ['2', 'T', '31e659'],
      ['3', 'T', '314659'],
    ),
    read: ['000000', '31e659', '314659'].map((color, index) => ({
      key: String(index + 1),
      type: 'T',
      objectData: { color },
      references: [],
    })),
  },
  // Compressed files
  {
    name: 'a compressed table',
    from: 'own',
    file: 'a.csv.gz',
    content: Uint8Array.from(gzipSync('id,v\n1,a\n')),
    read: [
      ['id', 'v'],
      ['1', 'a'],
    ],
  },
  {
    name: 'a compressed table that is not called so',
    from: 'own',
    file: 'a.csv',
    content: Uint8Array.from(gzipSync('id,v\n1,a\n')),
    read: [
      ['id', 'v'],
      ['1', 'a'],
    ],
  },
  {
    name: 'a compressed file that is cut off',
    from: 'own',
    file: 'a.csv.gz',
    content: Uint8Array.from(gzipSync('id,v\n'.repeat(100)).subarray(0, -12)),
    read: 'brokenGzip',
  },
  {
    name: 'a compressed file of nothing',
    from: 'own',
    file: 'a.csv.gz',
    content: Uint8Array.from(gzipSync('')),
    read: 'emptyGzip',
  },
  {
    name: 'a file that is only called compressed',
    from: 'own',
    file: 'a.csv.gz',
    content: 'id,v\n1,a\n',
    read: 'brokenGzip',
  },
  { name: 'an empty file', from: 'own', file: 'a.csv', content: '', read: 'empty' },
  // JSON
  {
    name: 'a list of versions is like lines of them',
    from: 'buildship-ai/rowy#1253',
    file: 'a.json',
    content:
      '[\n  {"key": "a", "type": "T",\n   "objectData": {"n": 1}},\n  {"key": "b", "ended": true}\n]\n',
    read: [
      { key: 'a', type: 'T', objectData: { n: 1 } },
      { key: 'b', ended: true },
    ],
  },
  {
    name: 'pretty-printed versions after each other',
    from: 'own',
    file: 'a.json',
    content:
      '{\n  "key": "a",\n  "type": "T",\n  "objectData": {"n": 1}\n}\n{\n  "key": "b",\n  "type": "T",\n  "objectData": {"n": 9007199254740993}\n}\n',
    read: [
      { key: 'a', type: 'T', objectData: { n: 1 } },
      { kind: 'json', flaw: { kind: 'number', written: '9007199254740993' } },
    ],
  },
  {
    name: 'lists in JSON are lists in the table',
    from: 'buildship-ai/rowy#1125',
    file: 'a.json',
    content:
      '[{"code":"AT","tags":["a","b"],"area":{"km2":83879}},{"code":"040","tags":[],"area":{"km2":1}}]',
    read: [
      ['code', 'tags', 'area.km2'],
      ['AT', '["a","b"]', '83879'],
      ['040', '[]', '1'],
    ],
  },
  {
    name: 'an object of objects is a table of them',
    from: 'own: countries-list on npm',
    file: 'countries.json',
    content: '{"AT":{"name":"Austria","eu":true},"CH":{"name":"Switzerland","eu":false}}',
    read: [
      ['key', 'name', 'eu'],
      ['AT', 'Austria', 'true'],
      ['CH', 'Switzerland', 'false'],
    ],
  },
  {
    name: 'null and an empty text are values among texts, which stay as they are',
    from: 'own',
    file: 'a.json',
    content: '[{"a":null,"b":""},{"a":"x","b":"y"}]',
    read: [
      ['a', 'b'],
      [
        { type: 'null', value: null, shown: 'null' },
        { type: 'text', value: '', shown: '""' },
      ],
      ['x', 'y'],
    ],
  },
  {
    name: 'numbers are there as they are written, whatever a double makes of them',
    from: 'konklone/json#266, jeroen/jsonlite#405',
    file: 'a.json',
    content: '[{"id":3791411052119578828,"n":1.10,"l":[1e400]},{"id":2,"n":-0,"l":[]}]',
    read: [
      ['id', 'n', 'l'],
      ['3791411052119578828', { type: 'number', value: 1.1, shown: '1.10' }, '[1e400]'],
      [{ type: 'number', value: 2, shown: '2' }, '-0', '[]'],
    ],
  },
  {
    name: 'also in lines, of which the first has such a number',
    from: 'own',
    file: 'a.ndjson',
    content: '{"id":"a","n":12345678901234567890}\n{"id":"b","n":1}\n',
    read: [
      ['id', 'n'],
      ['a', '12345678901234567890'],
      ['b', '1'],
    ],
  },
  {
    name: 'a name that occurs twice is no number',
    from: 'RFC 8259, 4',
    file: 'a.json',
    content: '[{"id":"a","n":1e400,"x":1,"x":2}]',
    read: 'brokenJson',
  },
  {
    name: 'empty texts and null in lists stay in their places',
    from: 'OpenRefine/OpenRefine#578, #3577, #5955',
    file: 'a.json',
    content: '[{"id":"39766","cell":["T1009","","DEU",null,8]}]',
    read: [
      ['id', 'cell'],
      ['39766', '["T1009","","DEU",null,8]'],
    ],
  },
  {
    name: 'null at the end of an object, and one after other values, is null',
    from: 'bradjasper/ImportJSON#79, #213, OpenRefine/OpenRefine#595',
    file: 'a.json',
    content: '[{"a":"1","b":null},{"a":"2","b":"x"},{"a":"3","b":null}]',
    read: [
      ['a', 'b'],
      ['1', { type: 'null', value: null, shown: 'null' }],
      ['2', 'x'],
      ['3', { type: 'null', value: null, shown: 'null' }],
    ],
  },
  {
    name: 'a name with a dot is no path, nor is an empty one nothing',
    from: 'Cyoda/cyoda-go#476, useplunk/plunk#346, stargate/data-api#1850',
    file: 'a.json',
    content: '[{"id":"x","a.b":1,"a":{"b":"2","c d":"3"},"":"4"," e":"5"}]',
    read: [
      ['id', '["a.b"]', 'a.b', 'a.c d', '[""]', '[" e"]'],
      ['x', '1', '2', '3', '4', '5'],
    ],
  },
  {
    name: 'lines of objects that have a key are no versions',
    from: 'own',
    file: 'a.ndjson',
    content: '{"key":"AT","name":"Austria"}\n{"key":"CH","name":"Switzerland"}\n',
    read: [
      ['key', 'name'],
      ['AT', 'Austria'],
      ['CH', 'Switzerland'],
    ],
  },
  {
    name: 'a version in which something is missing is one',
    from: 'own',
    file: 'a.ndjson',
    content: '{"key":"a","type":"T"}\n',
    read: [{ key: 'a', type: 'T' }],
  },
  {
    name: 'lines that somebody has put together, each with a mark, and some empty',
    from: 'infiniflow/ragflow#19179, tsouza/yajs#51, jqlang/jq#45',
    file: 'a.ndjson',
    content:
      '\uFEFF{"key":"a","ended":true}\r\n\r\n  \n\uFEFF{"key":"b","ended":true}\n{"key":"c","ended":true}',
    read: ['a', 'b', 'c'].map((key) => ({ key, ended: true })),
  },
  {
    name: 'a list that is called a text',
    from: 'own',
    file: 'a.txt',
    content: '[\n{"id":"x","v":"a, b"}\n]\n',
    read: [
      ['id', 'v'],
      ['x', 'a, b'],
    ],
  },
  ...[
    ['[\n{"id":"x"},\n{"id":"y"},\n]\n', 'lastComma', 3],
    ['[{"id":"x"},]', 'lastComma', 1],
    ['[\n// all of them\n{"id":"x"}\n]', 'remark', 2],
    ['// all of them\n[{"id":"x"}]', 'remark', 1],
    ['[{"id":"x"} /* and */, {"id":"y"}]', 'remark', 1],
    ['["id","v"]\n["1","a"]\n', 'more', 2],
  ].map(([content, fault, line]) => ({
    name: `what is wrong between values is said: ${fault} in ${JSON.stringify(content)}`,
    from: 'google/trace-viewer#119, HexmosTech/Lama2#1, acfr/comma#48, blitlabs/online-json-diff#9',
    file: 'a.json',
    content: String(content),
    read: ['brokenJson', { row: line, fault }],
  })),
  {
    name: 'a list that is not closed',
    from: 'own',
    file: 'a.json',
    content: '[\n{"a":1},\n{"a":2}\n',
    read: ['brokenJson', { row: 4, fault: 'notClosed' }],
  },
  {
    name: 'a list without commas',
    from: 'own',
    file: 'a.json',
    content: '[{"a":1}\n{"a":2}]',
    read: ['brokenJson', { row: 2, fault: 'noComma' }],
  },
  {
    name: 'lines of Latin-1 are refused, those of UTF-8 beside them are read',
    from: 'ndjson-spec, 3.1',
    file: 'a.ndjson',
    content: bytesOf(
      '{"key":"a","type":"T","objectData":{"n":"Müller"}}\n{"key":"b","type":"T","objectData":{"n":"M',
      [0xfc],
      'ller"}}\r\n{"key":"c","ended":true}\n',
    ),
    read: [
      { key: 'a', type: 'T', objectData: { n: 'Müller' } },
      { kind: 'encoding' },
      { key: 'c', ended: true },
    ],
  },
  {
    name: 'a list of Latin-1 is refused',
    from: 'RFC 8259, 8.1',
    file: 'a.json',
    content: bytesOf('[{"id":"a","n":"M', [0xfc], 'ller"}]'),
    read: 'otherEncoding',
  },
  {
    name: 'lines that Windows PowerShell has written, in UTF-16',
    from: 'own',
    file: 'a.ndjson',
    content: bytesOf(
      [0xff, 0xfe],
      [...Buffer.from('{"key":"a","type":"T","objectData":{"n":"Łódź"}}\r\n', 'utf16le')],
    ),
    read: [{ key: 'a', type: 'T', objectData: { n: 'Łódź' } }],
  },
  { name: 'a list of numbers', from: 'own', file: 'a.json', content: '[1,2,3]', read: 'noRecords' },
  {
    name: 'separators within quotes, next to decimal commas',
    from: 'duckdb/duckdb#19578',
    file: 'a.csv',
    content: 'Country;Location;Count\nChina;"35.86166;104.19397";97100,7',
    read: [
      ['Country', 'Location', 'Count'],
      ['China', '35.86166;104.19397', '97100,7'],
    ],
  },
  {
    name: 'apostrophes are no quotes',
    from: 'duckdb/duckdb#16215',
    file: 'a.csv',
    content: `d,t\n1/1/19,"text, with comma"\n1/9/19,'text'`,
    read: [
      ['d', 't'],
      ['1/1/19', 'text, with comma'],
      ['1/9/19', "'text'"],
    ],
  },
  {
    name: 'a line break in a header',
    from: 'duckdb/duckdb#16760',
    file: 'a.csv',
    content: '"x","y","test\n123"\na,b,c',
    read: [
      ['x', 'y', 'test\n123'],
      ['a', 'b', 'c'],
    ],
  },
  {
    name: 'a quoted line break in the only column',
    from: 'duckdb/duckdb#11403',
    file: 'a.csv',
    content: 'col1\n"cell with\nnewline"\n',
    read: [['col1'], ['cell with\nnewline']],
  },
  {
    name: 'a quote within a text',
    from: 'duckdb/duckdb#14883',
    file: 'a.csv',
    content: 'id,name\n1,a 5" pipe\n2,b\n',
    read: [
      ['id', 'name'],
      ['1', 'a 5" pipe'],
      ['2', 'b'],
    ],
  },
  {
    name: 'a quote and a comma alone',
    from: 'duckdb/duckdb#16251',
    file: 'a.csv',
    content: 'id,value\n1,a\n2,""","\n',
    read: [
      ['id', 'value'],
      ['1', 'a'],
      ['2', '",'],
    ],
  },
  {
    name: 'a title above the table',
    from: 'duckdb/duckdb#15576',
    file: 'a.csv',
    content: 'Estrazione del 2025-01-06\nid;Gestore;x\n1;a|b;c\n2;d;e\n',
    read: [
      ['id', 'Gestore', 'x'],
      ['1', 'a|b', 'c'],
      ['2', 'd', 'e'],
    ],
  },
  {
    name: 'words behind quotes',
    from: 'OpenRefine/OpenRefine#402',
    file: 'a.csv',
    content: 'a|b\n"Quotes" with words after|02134\n"Quotes"|6789\n',
    read: [
      ['a', 'b'],
      ['"Quotes" with words after', '02134'],
      ['Quotes', '6789'],
    ],
  },
  {
    name: 'nothing in the first column',
    from: 'OpenRefine/OpenRefine#484, #1084',
    file: 'a.csv',
    content: 'n,a\n1,x\n,y\n3,z\n',
    read: [
      ['n', 'a'],
      ['1', 'x'],
      ['', 'y'],
      ['3', 'z'],
    ],
  },
  {
    name: 'two quotes at each end',
    from: 'OpenRefine/OpenRefine#41',
    file: 'a.csv',
    content: 'id\tv\n1\t""value1""\n',
    read: [
      ['id', 'v'],
      ['1', '""value1""'],
    ],
  },
  {
    name: 'a quote that nothing opened',
    from: 'OpenRefine/OpenRefine#690',
    file: 'a.csv',
    content: 'a;b;c\n1;Et paix ensemble". ;x\n2;y;z\n',
    read: [
      ['a', 'b', 'c'],
      ['1', 'Et paix ensemble". ', 'x'],
      ['2', 'y', 'z'],
    ],
  },
  {
    name: 'spaces around a header and a value',
    from: 'neo4j/neo4j#6331',
    file: 'a.csv',
    content: 'id, name\n1, a\n',
    read: [
      ['id', 'name'],
      ['1', ' a'],
    ],
  },
  {
    name: 'the first quotes far behind the beginning',
    from: 'duckdb/duckdb#11838',
    file: 'a.csv',
    content: `a,b\n${'x,0\n'.repeat(25_000)}"x,y",1\n`,
    read: [['a', 'b'], ...Array.from({ length: 25_000 }, () => ['x', '0']), ['x,y', '1']],
  },
  {
    name: 'a day behind the hours of a time zone of minutes and seconds',
    from: 'SheetJS/sheetjs#2644, #874',
    file: 'a.xlsx',
    content: sheetWith(value('B2', 44550, 1), ['dd/mm/yyyy']),
    read: [
      ['id', 'v'],
      ['x', { type: 'date', value: '2021-12-20', shown: '20/12/2021' }],
    ],
  },
];

async function read({ file, content, choices }: Case): Promise<unknown> {
  try {
    const opened = await openDataFile(new File([content], file), choices);
    if (opened.form === 'table') {
      const { header, rows } = opened.table;
      return [header, ...rows.map(({ cells }) => cells)];
    }
    const rows: unknown[] = [];
    for await (const part of opened.read())
      for (const each of part)
        rows.push(each.flaw === undefined ? each.value : (each.flaw satisfies RowFlaw));
    return rows;
  } catch (error) {
    if (error instanceof UnreadableFile)
      return error.details.fault ? [error.flaw, error.details] : error.flaw;
    throw error;
  }
}

/** Typed cells are compared where a case has one, otherwise their texts. */
const asExpected = (found: unknown, expected: unknown): unknown => {
  if (!Array.isArray(found) || !Array.isArray(expected)) return found;
  return found.map((line: unknown, index) => {
    const wanted: unknown = expected[index];
    if (!Array.isArray(line) || !Array.isArray(wanted)) return line;
    return line.map((cell, column) =>
      typeof wanted[column] === 'object' ? (cell as unknown) : cellText(cell as Cell),
    );
  });
};

it.each(cases)('$name ($from)', async (each) => {
  const found = await read(each);
  expect(asExpected(found, each.read)).toEqual(each.read);
});
