// @vitest-environment happy-dom
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { readJson, writeJson } from '@annals/rules/json/raw-json';
import { formatKey } from '@annals/rules/tables/column-format';
import type { Cell } from '@annals/rules/tables/table';
import { numberError } from './features/objects/edit/schema-form/number-error.ts';
import { cellValue, clipboardRows, numberDoubt } from './features/objects/grid/grid-columns.ts';
import { fileRows } from './features/transfers/import/file-rows.ts';
import { mappingOf } from './features/transfers/import/mapping.ts';
import { sheetRows } from './features/transfers/import/sheet-rows.ts';
import { throughExports } from './features/transfers/import/through-exports.testing.ts';
import { readSheet, type Sheet, sheetFrom } from './features/transfers/import/sheet.ts';
import { readValue } from './ui/json/json-errors.ts';
import { quietly } from './features/transfers/import/reading/quietly.testing.ts';

/**
 * Values that people reported to be changed by other products, and where. Each way in returns what it stores, as JSON;
 * a refusal begins with !, a question with ?.
 */
type WayIn = (input: string, property?: object) => Promise<string> | string;

/** The data of the objects that the way in has stored. */
const stored: Record<string, unknown>[] = [];

/** @returns what is stored, as JSON */
function store(value: unknown, objectData: Record<string, unknown> = { value }): string {
  stored.push(objectData);
  return writeJson(value) ?? '';
}

const cellsOf = (sheet: Sheet): readonly (Cell | undefined)[] =>
  sheet.rows.map(({ cells }) => cells[1]);

async function throughSheet(sheet: Sheet, property?: object): Promise<string> {
  const schema = property && { type: 'object', properties: { [sheet.header[1] ?? '']: property } };
  const known = { types: ['T'], schema, references: [] };
  const mapping = mappingOf(sheet, 'file.csv', known);
  const doubt = mapping.doubts.get(1);
  if (doubt) return `? ${doubt.choices.map(formatKey).join(' | ')}`;
  const path = mapping.columns[1]?.name ?? '';
  const found: string[] = [];
  for await (const rows of sheetRows(sheet, { ...mapping, key: 0 }))
    for (const row of rows) {
      const objectData =
        row.problem === undefined && 'objectData' in row.row ? row.row.objectData : {};
      found.push(
        row.problem === undefined ? store(objectData[path], objectData) : `! ${row.problem}`,
      );
    }
  expect(found).toHaveLength(cellsOf(sheet).length);
  return found.join(' ');
}

/** The second column of a table; its header comes first. */
const csv: WayIn = async (input, property) => {
  const sheet = await readSheet(new File([input], 'file.csv'), {}, quietly);
  return sheet ? throughSheet(sheet, property) : '! It has the own form.';
};

/** The second column of a JSON file. */
const foreign: WayIn = async (input, property) => {
  const sheet = await readSheet(new File([input], 'file.json'), {}, quietly).catch(String);
  if (typeof sheet === 'string') return `! ${sheet}`;
  return sheet ? throughSheet(sheet, property) : '! It has the own form.';
};

/** Lines of a column, as a file in which commas separate columns. */
const column: WayIn = (input, property) => {
  const [name = '', ...values] = input.split(' / ');
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = values.map((value, index) => `k${index},${cell(value)}`);
  return csv(`id,${cell(name)}\n${lines.join('\n')}\n`, property);
};

/** The numbers of a workbook, which shows them in another way. */
const workbook: WayIn = (input, property) => {
  const [name = '', ...values] = input.split(' / ');
  const rows = values.map((text, index) => {
    const [value = '', shown = value] = text.split(' shown ');
    const cell: Cell = value.startsWith('#')
      ? { type: 'error', value, shown }
      : value.includes('-')
        ? { type: 'date', value, shown }
        : { type: 'number', value: Number(value), shown };
    return { number: index + 2, cells: [`k${index}`, cell] };
  });
  const facts = {
    format: 'workbook',
    headerRow: 1,
    hiddenRows: [],
    tallCells: 0,
    cutNumbers: 0,
    foreignCells: 0,
  } as const;
  const opened = {
    form: 'table',
    table: { header: ['id', name], rows },
    grid: { rows, merged: [] },
    facts,
  } as const;
  return throughSheet(sheetFrom(opened, {}), property);
};

/** The whole objects of a JSON or CSV file. */
const objects: WayIn = async (input) => {
  const name = input.startsWith('[') ? 'file.json' : 'file.csv';
  const sheet = await readSheet(new File([input], name), {}, quietly);
  if (!sheet) return '! It has the own form.';
  const mapping = mappingOf(sheet, 'file.json', {
    types: ['T'],
    schema: undefined,
    references: [],
  });
  const found: string[] = [];
  for await (const rows of sheetRows(sheet, { ...mapping, key: 0 }))
    for (const row of rows) {
      const objectData =
        row.problem === undefined && 'objectData' in row.row ? row.row.objectData : {};
      found.push(row.problem === undefined ? store(objectData, objectData) : `! ${row.problem}`);
    }
  return found.join(' ');
};

async function throughFile(name: string, text: string): Promise<string> {
  const found: string[] = [];
  for await (const rows of fileRows(new File([text], name), {}, quietly))
    for (const row of rows) {
      const objectData =
        row.problem === undefined && 'objectData' in row.row ? row.row.objectData : {};
      found.push(row.problem === undefined ? store(objectData, objectData) : `! ${row.problem}`);
    }
  return found.join(' ');
}

const own: WayIn = async (input) => throughFile('file.csv', input);
const ndjson: WayIn = async (input) =>
  throughFile('file.ndjson', `{"key":"k","type":"T","objectData":${input}}\n`);
const lines: WayIn = async (input) => throughFile('file.ndjson', input);
const editor: WayIn = (input) => {
  const reading = readValue(EditorState.create({ doc: input, extensions: [json()] }));
  return reading.ok ? store(reading.value) : '! refused';
};
const gridNumber: WayIn = (input) => {
  const doubt = numberDoubt(input);
  if (doubt) return doubt === 'ambiguous' ? '? ambiguous' : `! ${doubt}`;
  return store(cellValue(input, 'number'));
};
const gridBoolean: WayIn = (input) => store(cellValue(input, 'boolean'));
const gridAny: WayIn = (input) => store(cellValue(input, 'any'));
const gridText: WayIn = (input) =>
  clipboardRows(input)
    .flat()
    .map((text) => store(cellValue(text, 'text')))
    .join(' ');
const form: WayIn = (input) => {
  const error = numberError(input, false);
  return error ? `! ${error}` : store(Number(input));
};

const notExact =
  'This number cannot be stored exactly. Import the column as Text to keep all of its digits.';

it.each<[source: string, way: WayIn, input: string, expected: string, property?: object]>([
  // The cases of the order.
  [
    'order 01 a',
    ndjson,
    '{"id":3791411052119578828}',
    '! The number 3791411052119578828 cannot be stored exactly. Write it in quotes to keep it as text.',
  ],
  [
    'order 01 b',
    ndjson,
    '{"x":1,"x":2}',
    '! The property “x” occurs twice in its object. Only one of them can be stored.',
  ],
  [
    'order 01 c',
    ndjson,
    '{"n":1e400}',
    '! The number 1e400 cannot be stored exactly. Write it in quotes to keep it as text.',
  ],
  [
    'order 01 d',
    ndjson,
    '{"n":-0}',
    '! The number -0 cannot be stored exactly. Write it in quotes to keep it as text.',
  ],
  ['order 02', column, 'population / 1,234 / 12,345 / 87,321', '? number . | number , | text'],
  [
    'order 03 account',
    column,
    'account / 9007199254740993 / 3791411052119578828',
    '"9007199254740993" "3791411052119578828"',
  ],
  [
    'order 03 rate',
    column,
    'rate / 0.1 / 0.12345678901234567890',
    '"0.1" "0.12345678901234567890"',
  ],
  [
    'order 03 account, integer',
    column,
    'account / 9007199254740993 / 7',
    `! account: “9007199254740993”. ${notExact} 7`,
    { type: 'integer' },
  ],
  [
    'order 03 rate, number',
    column,
    'rate / 0.1 / 0.12345678901234567890',
    `0.1 ! rate: “0.12345678901234567890”. ${notExact}`,
    { type: 'number' },
  ],
  [
    'order 09',
    csv,
    'sku,name,price\n1,Monitor 24" wide,5\n2,Cable,6\n',
    '"Monitor 24\\" wide" "Cable"',
  ],
  [
    'order 10',
    own,
    'key,type,plz,name\na,C,01067,Null\nb,C,10115,true\n',
    '{"plz":"01067","name":"Null"} {"plz":"10115","name":"true"}',
  ],
  ['gristlabs/grist-core#157', column, 'hwversion / vmx-15 / vmx-12', '"vmx-15" "vmx-12"'],
  ['CartoDB/cartodb#4483', column, 'date / 2000-01-01 / 2000-1-NA', '"2000-01-01" "2000-1-NA"'],
  [
    'CartoDB/cartodb#4689',
    column,
    'sourcefile / 2015-07-26 20.13.58.jpg / 2015-07-26 20.15.43.jpg',
    '"2015-07-26 20.13.58.jpg" "2015-07-26 20.15.43.jpg"',
  ],
  ['energy-data/energydata.info#1', column, 'duration / 00:10 / 23:59', '"00:10" "23:59"'],
  ['CartoDB/cartodb#1961', column, 'number / +34123456789', '"+34123456789"'],
  ['CartoDB/cartodb#6224', column, 'test_string / E00000012', '"E00000012"'],
  ['OpenRefine/OpenRefine#423', column, 'v / 5E1 / 5E2 / 5E3', '"5E1" "5E2" "5E3"'],
  ['wireservice/csvkit#231', column, 'ref / T00370201', '"T00370201"'],
  ['wireservice/csvkit#50', column, 'n / 1,000.5 / 12,345.25', '1000.5 12345.25'],
  ['ultorg/public_issues#38', column, 'MW / 6806* / -353*', '"6806*" "-353*"'],
  ['twentyhq/twenty#17138', column, 'year / 2023 / 2022', '2023 2022'],
  [
    'twentyhq/twenty#17138, as a date',
    column,
    'day / 2023',
    '! day: “2023”. Not a date of this format.',
    { type: 'string', format: 'date' },
  ],
  [
    'nocodb/nocodb#6917',
    column,
    'date / November 3, 2023 / November 7, 2023',
    '"November 3, 2023" "November 7, 2023"',
  ],
  [
    'ONLYOFFICE/DesktopEditors#2349',
    column,
    'version / 6.7.0 / 2023.12.14 / 420.69.67',
    '"6.7.0" "2023.12.14" "420.69.67"',
  ],
  ['doorstop-dev/doorstop#101', column, 'level / 1.0 / 2', '"1.0" "2"'],
  ['proompteng/bilig#28', csv, 'Account,CostCenter\n0010,00042\n"0100","007"\n', '"00042" "007"'],
  ['airbytehq/airbyte#2021', column, 'phone / 555 4444 / 555 1234', '"555 4444" "555 1234"'],
  ['airbytehq/airbyte#2021, codes', column, 'number / 8L7KXVC00 / 12', '"8L7KXVC00" "12"'],
  [
    'airbytehq/airbyte#26181, metabase/metabase#38958',
    column,
    `n / ${'1 / 2 / '.repeat(30)}1.5`,
    `${'1 2 '.repeat(30)}1.5`,
  ],
  ['directus/directus#19739', csv, 'msg;bool\na;true\nb;null\nc;false\n', '"true" "null" "false"'],
  ['nocodb/nocodb#9572', csv, 'id,name,name\n1,Ada,Lovelace\n', '"Ada"'],
  ['buckets/application#460', csv, 'id,a,b\n1,x,x\n2,x,y\n', '"x" "x"'],
  [
    'OpenRefine/OpenRefine#595, null in JSON',
    foreign,
    '[{"id":"a","v":null},{"id":"b","v":"null"}]',
    'null "null"',
  ],
  ['OpenRefine/OpenRefine#1228', workbook, 'Nummer / 1067 / 7', '"1067" "7"'],
  ['order, grid', gridNumber, '1,234', '? ambiguous'],
  ['order, grid', gridNumber, '9007199254740993', '! notExact'],
  ['order, grid', gridText, '"Fragile"', '"\\"Fragile\\""'],
  // What was reported to other products, by repository and issue.
  ['wpsharks/s2member#1148', column, 'zip / 04101 / 10115', '"04101" "10115"'],
  ['CartoDB/cartodb#4513', column, 'area / 01569 / 20001', '"01569" "20001"'],
  ['hizzle-co/noptin#602', column, 'Nr / 01067', '"01067"'],
  ['mapbox/geojson.io#324', column, 'zip / 01730 / 01730-2603', '"01730" "01730-2603"'],
  [
    'jakob/TableTool#41',
    column,
    'upc / 012345678901 / 112345678901',
    '"012345678901" "112345678901"',
  ],
  ['sqlitebrowser/sqlitebrowser#1664', gridAny, '0805', '"0805"'],
  ['KingdomFirst/Excavator#152', column, 'contact / 07911123456', '"07911123456"'],
  ['zemirco/json2csv#149', column, 'tweet / 740245381351497731', '"740245381351497731"'],
  [
    'CyrusNuevoDia/CSV.js#8',
    own,
    'key,type,ID\na,T,479386071891505153\n',
    '{"ID":"479386071891505153"}',
  ],
  [
    'postmanlabs/postman-app-support#769',
    column,
    'value / 11234567800033596097 / 5',
    '"11234567800033596097" "5"',
  ],
  [
    'konklone/json#266',
    ndjson,
    '{"data":[[10292320860000001]]}',
    '! The number 10292320860000001 cannot be stored exactly. Write it in quotes to keep it as text.',
  ],
  ['zooniverse/Panoptes-Front-End#421', editor, '{"id":588848899891200431}', '! refused'],
  ['realm/realm-studio#1219', form, '1234567890123456789', '! notExact'],
  ['triggerdotdev/jsonhero-web#144', gridAny, '1610521604143693812', '"1610521604143693812"'],
  ['FlatFilers/csvjson-app#52', gridNumber, '133844120200010001', '! notExact'],
  ['dannymcc/may#250', column, 'day / 12/31/2026 / 12/01/2026', '"2026-12-31" "2026-12-01"'],
  [
    'system76/beansbooks#233',
    column,
    'date / 12/05/2015 / 18/05/2015',
    '"2015-05-12" "2015-05-18"',
  ],
  ['etalab/csvapi#62', column, 'date / 05/03/2020 / 06/03/2020', '? date dmy | date mdy'],
  ['collec-science/collec-science#225', column, 'sampling_date / 15/06/2018', '"2018-06-15"'],
  ['magda-io/magda#2831', column, 'date / 2020/03/01 / 2020/05/12', '"2020-03-01" "2020-05-12"'],
  ['dbeaver/dbeaver#23212', column, 'date / 02.11.22', '"02.11.22"'],
  ['buckets/application#573', column, 'date / 13.03.2021', '"2021-03-13"'],
  ['deadlocker8/BudgetMaster#731', csv, 'id;amount\n1;1.355,90\n2;7,00\n', '1355.9 7'],
  ['MaximeCordeil/IATK#40', column, 'value / 96.3 / 7', '96.3 7'],
  ['jasp-stats/jasp-desktop#403', csv, 'id;amount\n1;1.000,92\n', '1000.92'],
  ['highcharts/highcharts-editor#201', csv, 'id;value\nA;20,33\nB;88,9821\n', '20.33 88.9821'],
  ['dbeaver/dbeaver#7839', csv, 'id;value\n1;10 237,65\n', '10237.65'],
  ['harung1993/dollardollar#55', csv, 'id;Amount\n1;173,900\n', '? number , | number . | text'],
  ['actualbudget/actual#2143', csv, 'id;Betrag\n1;1.000\n', '? number , | number . | text'],
  ['Aam-Digital/ndb-core#3453', column, 'value / 15,000.96 / 1.50', '15000.96 1.5'],
  ['wireservice/csvkit#233', column, 'flag / Y / N', '"Y" "N"'],
  ['wireservice/csvkit#685', column, 'core / 0', '0'],
  ['JoshClose/CsvHelper#85', column, 'paid / yes / no', 'true false'],
  [
    'tilo/smarter_csv#345',
    column,
    'ID / 0047583311587DD90005 / 0047583311587E590003',
    '"0047583311587DD90005" "0047583311587E590003"',
  ],
  ['mholt/PapaParse#1078', column, 'value / 713752e1', '"713752e1"'],
  [
    'FlatFilers/csvjson-app#13',
    own,
    'key,type,code\na,T,9535e6\nb,T,000be5\n',
    '{"code":"9535e6"} {"code":"000be5"}',
  ],
  [
    'tableflowhq/csv-import#243',
    column,
    'date / 45581',
    '"2024-10-16"',
    { type: 'string', format: 'date' },
  ],
  ['stevetarver/excel-as-json#27', workbook, 'day / 2017-06-26 shown 26/6/2017', '"2017-06-26"'],
  ['exceljs/exceljs#1271', column, 'creative / Retty_(300x250):22523', '"Retty_(300x250):22523"'],
  ['PHPOffice/PhpSpreadsheet#2832', column, 'Datum / 44697', '? date serial | integer .'],
  [
    'Excel, genes (genomebiology.com 2016 17:177)',
    column,
    'gene / SEPT2 / MARCH1 / 2310009E13',
    '"SEPT2" "MARCH1" "2310009E13"',
  ],
  [
    'own, texts that are called like errors of formulas',
    column,
    'note / #N/A / #DIV/0! / #REF! / #NAME? / #SPILL! / #1 / #tag',
    '"#N/A" "#DIV/0!" "#REF!" "#NAME?" "#SPILL!" "#1" "#tag"',
  ],
  [
    'konklone/json#266, a JSON file: its column becomes text',
    foreign,
    '[{"id":"a","n":10292320860000001},{"id":"b","n":1.10}]',
    '"10292320860000001" "1.10"',
  ],
  [
    'konklone/json#266, with a schema',
    foreign,
    '[{"id":"a","n":10292320860000001},{"id":"b","n":1.10}]',
    `! n: “10292320860000001”. ${notExact} 1.1`,
    { type: 'number' },
  ],
  [
    'konklone/json#266, in a list',
    foreign,
    '[{"id":"a","n":[10292320860000001]},{"id":"b","n":[1.10]}]',
    `! n: “[10292320860000001]”. ${notExact} [1.1]`,
  ],
  ['own, JSON with -0', foreign, '[{"id":"a","n":-0},{"id":"b","n":1}]', '"-0" "1"'],
  ['own, JSON with 1e400', foreign, '[{"id":"a","n":1e400},{"id":"b","n":1}]', '"1e400" "1"'],
  ['own, JSON of doubles', foreign, '[{"id":"a","n":1.0},{"id":"b","n":1e2}]', '1 100'],
  [
    'kgabis/parson#7, a JSON file',
    foreign,
    '[{"id":"a","n":1},{"id":"b","n":1,"n":2}]',
    '! Error: Line 1: The property “n” occurs twice in its object. Only one of them can be stored.',
  ],
  ['kuzudb/kuzu#1323', column, 'code / MY / NA / NE', '"MY" "NA" "NE"'],
  ['ellgreen/laravel-loadfile#10', column, 'surname / NULL / Doe', '"NULL" "Doe"'],
  ['postmanlabs/postman-app-support#13134', column, 'number / +447929601469', '"+447929601469"'],
  [
    'CartoDB/cartodb#1961',
    column,
    'value / +34123456789 / 34123456789',
    '"+34123456789" "34123456789"',
  ],
  ['SpartnerNL/Laravel-Excel#1532', gridAny, '+12', '"+12"'],
  ['alexpcosta/opengym#7', csv, 'id,note,n\n1,Box Jump 24",5\n2,Row,6\n', '"Box Jump 24\\"" "Row"'],
  ['mholt/PapaParse#67', csv, 'id,v\n1,""","""\n', '"\\",\\""'],
  ['kgabis/parson#7', editor, '{"x":1,"x":2}', '! refused'],
  [
    'ajschumacher/mergic#38',
    ndjson,
    '{"a":{"1":2,"1":99}}',
    '! The property “1” occurs twice in its object. Only one of them can be stored.',
  ],
  [
    'MarkUsProject/Markus#2457',
    column,
    'due / 30.09.2016 17:00 / 30.01.2017 17:00',
    '"2016-09-30T17:00:00" "2017-01-30T17:00:00"',
  ],
  ['SEED-platform/seed#4286', column, 'at / 2022-11-06 01:00:00-05:00', '"2022-11-06T06:00:00Z"'],
  ['tidyverse/readr#128', column, `v${' / '.repeat(120)} / 7.5 / x`, `${' '.repeat(120)}"7.5" "x"`],
  ['JuliaData/CSV.jl#52', column, `v${' / 1'.repeat(1500)} / x`, `${'"1" '.repeat(1500)}"x"`],
  ['witheve/Eve#242', column, 'fiction / TRUE / FALSE', 'true false'],
  ['n8n-io/n8n#29959', column, 'active / 0 / 1', 'false true', { type: 'boolean' }],
  ['productdevbook/hucre#129', column, 'rating / 0 / 1 / 5', '0 1 5'],
  ['proompteng/bilig#28', column, 'Routing / 021000021 / 011000015', '"021000021" "011000015"'],
  ['cfsimplicity/spreadsheet-cfml#115', gridAny, '0162220494', '"0162220494"'],
  ['proompteng/bilig#46', column, 'Amount / $1,234.56 / ($987.65)', '"$1,234.56" "($987.65)"'],
  ['proompteng/bilig#46, percents', column, 'Margin / 12.5% / -3.25%', '"12.5%" "-3.25%"'],
  ['buckets/application#740', column, 'amount / $+1500 / ($900.23)', '"$+1500" "($900.23)"'],
  [
    'moneymanagerex/moneymanagerex#2898',
    column,
    'amount / 123.00 / (123.45)',
    '123 ! amount: “(123.45)”. Not a number.',
    { type: 'number' },
  ],
  ['wireservice/agate#595', column, 'cost / $1,287 / -$1,287', '"$1,287" "-$1,287"'],
  [
    'FlatFilers/csvjson-app#84',
    column,
    'code / 101E010031 / 888E010010',
    '"101E010031" "888E010010"',
  ],
  ['mrodrig/json-2-csv#149', column, 'code / 39e1804', '"39e1804"'],
  ['exceljs/exceljs#905', gridAny, '6E10001', '"6E10001"'],
  ['exceljs/exceljs#905, a form', form, '6E10001', '! notExact'],
  ['mholt/PapaParse#282', column, 'v / +2.0 / NaN', '"+2.0" "NaN"'],
  [
    'mholt/PapaParse#282, numbers',
    column,
    'v / 2.5 / NaN',
    '2.5 ! v: “NaN”. Not a number.',
    { type: 'number' },
  ],
  [
    'Expensify/App#99583',
    column,
    'day / 2026-02-28 / 2026-02-30',
    '"2026-02-28" ! day: “2026-02-30”. There is no such day or time in the calendar, or clocks show it twice.',
  ],
  ['cidgoh/DataHarmonizer#27', column, 'month / 2020-04 / 2020-01', '"2020-04" "2020-01"'],
  [
    'indico/indico#5717',
    column,
    'start / 2023-04-01T14:00:00+01:00',
    '"2023-04-01T14:00:00+01:00"',
  ],
  ['openforis/arena#3721', column, 'time / 9:00', '"9:00"'],
  ['oliexdev/openScale#1475', column, 'TIME / 8:30:00 AM', '"8:30:00 AM"'],
  ['omeka/omeka-s-enduser#140', column, 'day / 2000-175', '"2000-175"'],
  [
    'metabase/metabase#14504, days among moments',
    column,
    'start / 2020-01-01 / 2020-01-02T00:00:22',
    '"2020-01-01" "2020-01-02T00:00:22"',
  ],
  [
    'own, clocks among offsets',
    column,
    'start / 2024-01-01 08:00Z / 2024-01-02 10:00',
    '"2024-01-01 08:00Z" "2024-01-02 10:00"',
  ],
  ['thephpleague/csv#586', csv, '\ufeff"a,b",c\nx,7\n', '7'],
  ['johnkerl/miller#161', csv, '\ufeff"a","b","c"\n"1","2","3"\n', '2'],
  ['koles/ya-csv#2', csv, 'one,"""two"", two-and-half","three"\n1,2,3', '2'],
  ['ben-strasser/fast-cpp-csv-parser#69', csv, 'col1,col2\n1,"a\nb"\n', '"a\\nb"'],
  [
    'jeroen/jsonlite#405',
    ndjson,
    '{"id":1413617112501850121}',
    '! The number 1413617112501850121 cannot be stored exactly. Write it in quotes to keep it as text.',
  ],
  [
    'evik42/serde-json-canonicalizer#13',
    ndjson,
    '{"9007199254740992":"first","9007199254740993":"second"}',
    '{"9007199254740992":"first","9007199254740993":"second"}',
  ],
  ['databricks/sjsonnet#1085', ndjson, '{"a":"\\uD800"}', '! It contains half of a character.'],
  ['databricks/sjsonnet#1085, names', editor, '{"\\uDC00":1}', '! refused'],
  ['akheron/jansson#331', editor, '{"a\\u0000b":1}', '! refused'],
  ['ndjson/ndjson-spec#9', editor, '{"a":{"b":1,"b":1}}', '! refused'],
  ['josdejong/jsoneditor#279', editor, '{"a":1.00}', '{"a":1}'],
  ['compiler-explorer/compiler-explorer#1980', column, 'version / 1.10 / 1.9', '"1.10" "1.9"'],
  ['LandlordPlugin/LandLord#86', own, 'key,type,version\na,T,4.360\n', '{"version":"4.360"}'],
  ['stleary/JSON-java#369', gridAny, '2.20', '"2.20"'],
  [
    'SheetJS, errors of formulas',
    workbook,
    'total / 7 / #DIV/0!',
    '7 ! total: “#DIV/0!”. The formula has no result: #DIV/0!.',
  ],
  ['OpenTreeMap/otm-core#2562', workbook, 'Postal Code / 7307 shown 07307', '"07307"'],
  ['gristlabs/grist-core#157', column, 'hwversion / vmx-15 / vmx-12', '"vmx-15" "vmx-12"'],
  ['wireservice/csvkit#607', column, 'id / 20160506175330-3168-01', '"20160506175330-3168-01"'],
  [
    'wireservice/csvkit#683',
    column,
    'app / 05_leslie3d_base / 02_lu.C',
    '"05_leslie3d_base" "02_lu.C"',
  ],
  ['wireservice/csvkit#911', column, 'foo / 720(38-4)31A-1.1(A)', '"720(38-4)31A-1.1(A)"'],
  [
    'wireservice/csvkit#956',
    column,
    'nonDate / 476-09-04 [proleptic] Untergang / 1944-06-06 Tag X',
    '"476-09-04 [proleptic] Untergang" "1944-06-06 Tag X"',
  ],
  [
    'wireservice/csvkit#822',
    column,
    'flight / DEPARTURE: MONDAY 29 MAY',
    '"DEPARTURE: MONDAY 29 MAY"',
  ],
  ['wireservice/csvkit#752', column, 'duration / 1m / 90s', '"1m" "90s"'],
  ['wireservice/csvkit#849', column, 'a / 1', '1'],
  ['wireservice/agate#545', column, 'flag / 1 / 0', '1 0'],
  ['wireservice/csvkit#968', column, 'Continent / NA / EU', '"NA" "EU"'],
  ['antonycourtney/tad#202', column, 'Number / NA / 8 / 80', '"NA" "8" "80"'],
  [
    'antonycourtney/tad#202, numbers',
    column,
    'Number / NA / 8 / 80',
    '! Number: “NA”. Not a number. 8 80',
    { type: 'number' },
  ],
  ['tidyverse/readr#1225, apache/arrow-rs#7149', column, 'v / inf / -INF / 3', '"inf" "-INF" "3"'],
  [
    'twentyhq/twenty#17138, a year is no day',
    column,
    'founded / 2023 / 2025',
    '! founded: “2023”. Not a date of this format. ! founded: “2025”. Not a date of this format.',
    { type: 'string', format: 'date' },
  ],
  [
    'twentyhq/twenty#17138, in a workbook',
    workbook,
    'founded / 2023',
    '! founded: “2023”. Not a date of this format.',
    { type: 'string', format: 'date' },
  ],
  [
    'OpnForm/OpnForm#864',
    column,
    'choice / ["Me, myself and I","Wait, is it just me?"]',
    '["Me, myself and I","Wait, is it just me?"]',
    { type: 'array', items: { type: 'string' } },
  ],
  [
    'Aam-Digital/ndb-core#3648',
    column,
    'kind / abc / media (article, ad, tv etc.)',
    '"abc" "media (article, ad, tv etc.)"',
  ],
  [
    'huridocs/uwazi#3300',
    column,
    'crimes / genocide,war crimes / genocide',
    '["genocide","war crimes"] ["genocide"]',
    { type: 'array', items: { type: 'string' } },
  ],
  [
    'UnofficialSF/LightningFlowComponents#902',
    csv,
    'id,picks\n1,a;b\n2,c\n',
    '["a","b"] ["c"]',
    { type: 'array', items: { type: 'string' } },
  ],
  [
    'twentyhq/twenty#5793, buildship-ai/rowy#421',
    own,
    'key [text],type,tags [json]\nk,T,"[""a, b"",""c""]"\n',
    '{"tags":["a, b","c"]}',
  ],
  ['SEED-platform/seed#2613', column, 'lot / 33366555, 33366125', '"33366555, 33366125"'],
  ['nocodb/nocodb#8794', column, "size / it's / 5'", '"it\'s" "5\'"'],
  [
    'Shelf-nu/shelf.nu#3048',
    csv,
    'id;category\nasset-1;{"name":"Office"}\nasset-2;{"name":"Home"}\n',
    '{"name":"Office"} {"name":"Home"}',
  ],
  ['steipete/birdclaw#61', ndjson, '{"t":"free)\u2028x"}', '{"t":"free)\u2028x"}'],
  ['volcengine/OpenViking#3988', ndjson, '{"t":"a\u0085b"}', '{"t":"a\u0085b"}'],
  [
    'get-convex/convex-backend#155',
    lines,
    '\ufeff{"key":"k","type":"T","objectData":{"a":1}}\r\n\r\n',
    '{"a":1}',
  ],
  ['dataculturegroup/DataBasic#176', csv, 'id,v,\n1,a,\n2,b,\n', '"a" "b"'],
  ['GetDKAN/dkan#3627, nocodb/nocodb#9572', csv, 'id,name,name\n1,2,3\n', '"2"'],
  [
    'objectstack-ai/objectstack#2807',
    own,
    'key,type,a,a\nk,T,1,2\n',
    '! a: The column a is given twice, or both as a value and with a dot.',
  ],
  [
    'Clever/csvlint#37',
    csv,
    '\ufeff"first_column","second_column"\n"Hello","how are you"',
    '"how are you"',
  ],
  ['DataGridXL/DataGridXL2#24', gridText, '"a\nb"\tc', '"a\\nb" "c"'],
  [
    'handsontable/handsontable#49',
    gridText,
    '"Line 1\nLine ""2"""\tx\ny\tz',
    '"Line 1\\nLine \\"2\\"" "x" "y" "z"',
  ],
  [
    'nick-keller/react-datasheet-grid#273',
    gridText,
    '"Test\ntest"\n"Hello"',
    '"Test\\ntest" "\\"Hello\\""',
  ],
  [
    'ghiscoding/slickgrid-universal#1559',
    gridText,
    '"this is\n\na \t newline\n\ntest"',
    '"this is\\n\\na \\t newline\\n\\ntest"',
  ],
  ['Quartz/bad-data-guide#34', gridAny, 'DEC1', '"DEC1"'],
  [
    'dataculturegroup/DataBasic#102',
    column,
    'period / Jan-15 / December 24-30',
    '"Jan-15" "December 24-30"',
  ],
  ['SheetJS/sheetjs#673', column, 'share / 11% / 11.01%', '"11%" "11.01%"'],
  [
    'Cyoda/cyoda-go#476, useplunk/plunk#346',
    objects,
    '[{"id":"x","a.b":1,"a":{"b":2}}]',
    '{"id":"x","a.b":1,"a":{"b":2}}',
  ],
  [
    'qdrant/qdrant#5146, names with signs and letters of all languages',
    objects,
    '[{"id":"x","Straße":{"Haus Nr.":"5 a","tag-with/slash":true},"":"","~ ":"t"}]',
    '{"id":"x","Straße":{"Haus Nr.":"5 a","tag-with/slash":true},"":"","~ ":"t"}',
  ],
  [
    'own, a path in the header of a table',
    objects,
    'id,Größe.Höhe,Nr. 5\nx,5,6\n',
    '{"id":"x","Größe":{"Höhe":5},"Nr 5":6}',
  ],
  ['t8y2/dbx#5259', gridNumber, '10,000.00', '10000'],
  ['OfficeDev/office-js#1724', gridNumber, '123.456.789,00', '123456789'],
  ['OfficeDev/office-js#1724, with a currency', gridNumber, '123.456 €', '? ambiguous'],
  ['we-promise/sure#2537', gridNumber, '1\u202F234,56', '1234.56'],
  ['we-promise/sure#2537, a file', column, 'v / 1\u00A0234,56 / 7,00', '1234.56 7'],
  ['own, groups of Switzerland', gridNumber, "1'234.50", '1234.5'],
  ['own, a percentage', gridNumber, '12,5 %', '"12,5 %"'],
  ['n8n-io/n8n#29959, the grid', gridBoolean, 'WAHR', 'true'],
  ['n8n-io/n8n#29959, the grid', gridBoolean, 'Nein', 'false'],
  ['n8n-io/n8n#29959, the grid', gridBoolean, 'vielleicht', '"vielleicht"'],
  [
    'baserow/baserow#3533',
    gridText,
    '"sample text"\n"sample text\nsample text',
    '"\\"sample text\\"" "\\"sample text" "sample text"',
  ],
  ['nocodb/nocodb#8230', gridText, 'a\tb\r\nc\td\r\n', '"a" "b" "c" "d"'],
  [
    'mathesar-foundation/mathesar#4276',
    column,
    'v / February 2 / December 10',
    '"February 2" "December 10"',
  ],
  [
    'mathesar-foundation/mathesar#4276, stars',
    column,
    'v / Gliese 581 / LHS 1140',
    '"Gliese 581" "LHS 1140"',
  ],
  ['wireservice/csvkit#892', column, 'a / 1%', '"1%"'],
  ['wireservice/csvkit#1052', csv, '_id\tbounty\n5c7\t1.2\n5c8\tNULL\n', '"1.2" "NULL"'],
  ['firefly-iii/firefly-iii#1087', column, 'v / €(63.12) / ($182.77)', '"€(63.12)" "($182.77)"'],
  ['SheetJS/sheetjs#2301', column, 'v / 2/20/49', '"2/20/49"'],
  ['C2FO/fast-csv#105', csv, 'id,b,a,a\n1,b1,a1,a11\n', '"b1"'],
  ['metabase/metabase#45171', column, 'v / 18500.00 / 7.25', '18500 7.25'],
  ['getodk/central#2164', csv, 'id,height,HEIGHT\n1,2,3\n', '2'],
  ['zetkin/organize.zetk.in#1251', workbook, 'born / 42785.12547', '42785.12547'],
])('%s', async (_, way, input, expected, property) => {
  stored.length = 0;
  expect(await way(input, property)).toBe(expected);
  if (stored.length === 0) return;
  // What is stored comes out again as it was stored, and back in.
  for (const objectData of stored)
    expect(readJson(writeJson(objectData) ?? '')).toEqual(objectData);
  const versions = stored.map((objectData, index) => ({
    key: `k${index}`,
    type: 'T',
    objectData,
    references: [],
  }));
  expect(await throughExports(versions)).toEqual({
    csv: versions,
    xlsx: versions,
    ndjson: versions,
  });
});
