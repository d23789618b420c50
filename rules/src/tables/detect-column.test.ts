// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { type ColumnFormat, formatKey } from './column-format.ts';
import {
  type ColumnHints,
  detectColumn,
  detectingColumn,
  hasDecimalComma,
} from './detect-column.ts';
import { readCell } from './read-cell.ts';
import type { Cell } from './table.ts';

const brief = (format: ColumnFormat): string => formatKey(format).replace('\n', 'line');

function detected(cells: readonly Cell[], hints: ColumnHints = {}): string {
  const { format, doubt } = detectColumn(cells, hints);
  return doubt ? `${doubt.example}? ${doubt.choices.map(brief).join(' or ')}` : brief(format);
}

const number = (value: number, shown = String(value)) =>
  ({ type: 'number', value, shown }) as const;
const date = (value: string) => ({ type: 'date', value, shown: value }) as const;

describe('the format of a column without a schema', () => {
  it.each<[string, readonly Cell[], string, ColumnHints?]>([
    ['integers', ['1', ' 20 ', '', '-3'], 'integer .'],
    ['fractions as JSON writes them', ['1.5', '2'], 'number .'],
    ['prices', ['12.50', '3.00'], 'number .'],
    [
      'degrees, one of which is tiny',
      ['40.07080078125', '-3', '0.0000009999999974752427'],
      'number .',
    ],
    ['days in digits, or numbers', ['20240131', '19991231'], '20240131? integer . or date ymd'],
    [
      'days in digits under a header that says so',
      ['20240131'],
      '20240131? date ymd or integer .',
      { isDate: true },
    ],
    ['eight digits, of which one is no day', ['20240131', '20240231'], 'integer .'],
    ['eight digits of no year of ours', ['30240131'], 'integer .'],
    ['days as numbers of a workbook', [number(20_240_131)], '20240131? integer . or date ymd'],
    ['versions', ['1.10', '1.9', '2'], 'text'],
    ['one with a leading zero', ['01067', '10115'], 'text'],
    ['one with a plus', ['+1', '2'], 'text'],
    ['one with a currency', ['5 €', '6 €'], 'text'],
    ['scientific names', ['1E5', '2E10'], 'text'],
    ['hexadecimal and words of JavaScript', ['0x1F', 'Infinity', 'NaN'], 'text'],
    ['one that no double holds', ['1', '9007199254740993'], 'text'],
    ['a fraction that no double holds', ['0.5', '0.12345678901234567890'], 'text'],
    ['numbers beyond doubles', ['1e400', '1'], 'text'],
    ['a word among numbers', ['1', 'N/A'], 'text'],
    ['decimal commas', ['1.234,50', '7'], 'number ,'],
    ['a decimal comma in a file of commas', ['0,5', '1,234'], 'number ,', { delimiter: ',' }],
    ['thousands', ['1,234,567', '1,234'], 'number .'],
    ['what may be thousands', ['1,234', '12,345'], '1,234? number . or number , or text'],
    [
      'what may be thousands, in a file of semicolons',
      ['1.234', '7'],
      '1.234? number , or number . or text',
      { delimiter: ';' },
    ],
    ['a plain fraction in a file of commas', ['1.234'], 'number .', { delimiter: ',' }],
    [
      'a plain fraction next to decimal commas',
      ['1.234'],
      '1.234? number . or number , or text',
      { delimiter: ',', hasDecimalCommas: true },
    ],
    ['groups with spaces', ['123 456 789'], '123 456 789? number . or text'],
    ['addresses of computers', ['192.168.100.200'], '192.168.100.200? number , or text'],
    ['groups with apostrophes', ["1'234.50", '2.00'], 'number .'],
    ['groups as in India', ['12,34,567', '1,234.50'], 'number .'],
    ['true and false', ['TRUE', 'false'], 'boolean'],
    ['a name among them', ['Null', 'true'], 'text'],
    ['names', ['true', 'true'], 'text', { isName: true }],
    ['Ja and Nein', ['Ja', 'nein'], 'boolean'],
    ['countries', ['NO', 'NO'], 'text'],
    ['words of different languages', ['yes', 'nein'], 'text'],
    ['0 and 1', ['0', '1'], 'integer .'],
    ['ISO days', ['2024-12-31', '2024-02-01'], 'date ymd'],
    ['German days', ['1.3.2024', '30.02.2024'], 'date dmy'],
    ['days that only one order has', ['31/12/2024', '01/02/2024'], 'date dmy'],
    ['days of America', ['12/31/2024', '01/02/2024'], 'date mdy'],
    ['days of two orders', ['01/02/2024'], '01/02/2024? date dmy or date mdy'],
    ['days that are the same in both', ['01/01/2024', '02/02/2024'], 'date dmy'],
    ['days that no order has together', ['31/12/2024', '12/31/2024'], 'text'],
    ['years of two digits', ['1/2/24', '31/12/24'], 'text'],
    ['genes that were dates', ['2-Sep', 'MARCH1'], 'text'],
    ['moments', ['2024-12-31T10:00:00+02:00'], 'dateTime ymd'],
    ['days with times', ['31.12.2024 10:00', '1.1.2024 9:30'], 'dateTime dmy'],
    [
      'serial numbers under a date',
      ['45323', '45324'],
      '45323? date serial or integer .',
      { isDate: true },
    ],
    ['serial numbers under anything else', ['45323'], 'integer .'],
    ['lists of JSON', ['["a"]', '[1,2]'], 'json'],
    ['what looks like a list', ['[a]', '[b'], 'text'],
    ['a repeated name in JSON', ['{"x":1,"x":2}'], 'text'],
    ['nothing', ['', ' '], 'text'],
    ['numbers of a workbook', [number(1), number(2.5)], 'number .'],
    ['whole numbers of a workbook', [number(1), '', number(3)], 'integer .'],
    ['numbers and texts of a workbook', [number(10_115), '01067'], 'text'],
    ['days of a workbook', [date('2024-12-31'), date('2024-01-01T00:00:00')], 'date ymd'],
    ['times of a workbook', [date('2024-12-31T10:00:00'), date('2024-12-31')], 'dateTime ymd'],
    ['times of day', [date('09:30:00')], 'text'],
  ])('%s', (_, cells, format, hints) => {
    expect(detected(cells, hints)).toBe(format);
  });
});

describe('the format of a column with a schema', () => {
  it.each<[object, readonly Cell[], string, ColumnHints?]>([
    [{ type: 'string' }, ['1', '2'], 'text'],
    [{ type: ['string', 'null'], format: 'date' }, ['31/12/2024'], 'date dmy'],
    [{ type: 'string', format: 'date' }, ['45323'], 'date serial'],
    [{ type: 'string', format: 'date' }, ['soon'], 'date ymd'],
    [
      { type: 'string', format: 'date' },
      ['31/12/2024', '12/31/2024'],
      '31/12/2024? date dmy or date mdy',
    ],
    [{ type: 'string', format: 'date-time' }, ['2024-12-31T10:00:00Z'], 'dateTime ymd'],
    [
      { type: 'string', format: 'date-time' },
      ['31.12.2024 10:00'],
      '31.12.2024 10:00? dateTime dmy Europe/Vienna or dateTime dmy UTC',
      { zone: 'Europe/Vienna' },
    ],
    [{ type: 'integer' }, ['1', 'x'], 'integer .'],
    [{ type: 'number' }, ['1,5', 'viel'], 'number ,'],
    [{ type: 'number' }, ['1,5', '1.5'], '1,5? number . or number ,'],
    [{ type: ['number', 'string'] }, ['01', '2'], 'text'],
    [{ enum: [1, 2, null] }, ['1'], 'number .'],
    [{ enum: ['1', '2'] }, ['1'], 'text'],
    [{ type: 'boolean' }, ['x'], 'boolean'],
    [{ type: 'array', items: { type: 'string' } }, ['a|b', 'c'], 'list | text'],
    [{ type: 'array', items: { type: 'number' } }, ['1;2'], 'list ; number'],
    [
      { type: 'array', items: { type: 'string' } },
      ['a, b;c'],
      'a, b;c? list , text or list ; text',
    ],
    [{ type: 'array', items: { type: 'string' } }, ['["a"]'], 'json'],
    [{ type: 'array', items: { type: 'object' } }, ['a'], 'json'],
    [{ type: 'object' }, ['{}'], 'json'],
  ])('%j', (property, cells, format, hints) => {
    expect(detected(cells, { property: property as Record<string, unknown>, ...hints })).toBe(
      format,
    );
  });
});

it('a cell is read exactly or refused with why', () => {
  const read = (cell: Cell, format: ColumnFormat) => {
    const reading = readCell(cell, format);
    return 'value' in reading ? reading.value : `(${reading.flaw.kind})`;
  };
  const comma = { type: 'number', decimal: ',' } as const;
  const point = { type: 'number', decimal: '.' } as const;
  const day = (order: 'ymd' | 'dmy' | 'mdy' | 'serial') => ({ type: 'date', order }) as const;
  const time = (zone?: string) =>
    ({ type: 'dateTime', order: 'dmy', ...(zone === undefined ? {} : { zone }) }) as const;
  const cases: [Cell, ColumnFormat, unknown][] = [
    ['1.234.567,8', comma, 1_234_567.8],
    ['-7,50', comma, -7.5],
    ['−5', comma, -5],
    ['1 000', comma, 1000],
    ['12,50 €', comma, 12.5],
    ['1.5', comma, '(type)'],
    ['1,234.5', point, 1234.5],
    ['1,5', point, '(type)'],
    ['2e3', point, 2000],
    ['9'.repeat(400), point, '(notExact)'],
    ['-0', point, '(notExact)'],
    ['1.5', { type: 'integer', decimal: '.' }, '(fraction)'],
    ['Ja', { type: 'boolean' }, true],
    ['vielleicht', { type: 'boolean' }, '(type)'],
    ['3.12.2024', day('dmy'), '2024-12-03'],
    ['31.02.2024', day('dmy'), '(noSuchTime)'],
    ['12/03/2024', day('mdy'), '2024-12-03'],
    ['2024-12-03', day('ymd'), '2024-12-03'],
    ['2024-12-03', day('dmy'), '(type)'],
    ['20241203', day('ymd'), '2024-12-03'],
    ['20241203', day('dmy'), '(type)'],
    ['20240231', day('ymd'), '(noSuchTime)'],
    [number(20_241_203), day('ymd'), '2024-12-03'],
    ['3.12.2024 10:00', day('dmy'), '(type)'],
    ['45323', day('serial'), '2024-02-01'],
    ['45323.5', day('serial'), '(type)'],
    ['59', day('serial'), '(type)'],
    ['45323.5', { type: 'dateTime', order: 'serial' }, '2024-02-01T12:00:00'],
    ['31.12.2024 9:05', time(), '2024-12-31T09:05:00'],
    ['31.12.2024 9:05 PM', time(), '2024-12-31T21:05:00'],
    ['31.12.2024 13:05 PM', time(), '(noSuchTime)'],
    ['31.12.2024 10:00', time('Europe/Vienna'), '2024-12-31T09:00:00Z'],
    ['30.06.2024 10:00', time('Europe/Vienna'), '2024-06-30T08:00:00Z'],
    ['31.03.2024 02:30', time('Europe/Vienna'), '(noSuchTime)'],
    ['27.10.2024 02:30', time('Europe/Vienna'), '(noSuchTime)'],
    ['31.12.2024 10:00+02:00', time(), '2024-12-31T08:00:00Z'],
    ['2024-12-31T10:00:00+02:00', { type: 'dateTime', order: 'ymd' }, '2024-12-31T10:00:00+02:00'],
    ['[1]', { type: 'json' }, [1]],
    ['[1', { type: 'json' }, '(type)'],
    ['[-0]', { type: 'json' }, '(notExact)'],
    ['{"x":1,"x":2}', { type: 'json' }, '(json)'],
    ['a, b ,', { type: 'list', separator: ',', items: 'text' }, ['a', 'b']],
    ['["a,b"]', { type: 'list', separator: ',', items: 'text' }, ['a,b']],
    ['1;2,5', { type: 'list', separator: ';', items: 'number' }, [1, 2.5]],
    ['1;x', { type: 'list', separator: ';', items: 'number' }, '(type)'],
    [' as it is ', { type: 'text' }, ' as it is '],
    ['a\0', { type: 'text' }, '(json)'],
    ['\uD800', { type: 'text' }, '(json)'],
    [number(0.125, '12.5 %'), point, 0.125],
    [number(7, '007'), { type: 'text' }, '007'],
    [number(45_323), day('serial'), '2024-02-01'],
    [{ type: 'boolean', value: true, shown: 'TRUE' }, { type: 'boolean' }, true],
    [date('2024-12-31T00:00:00'), day('ymd'), '2024-12-31'],
    [date('2024-12-31T10:00:00'), day('dmy'), '(type)'],
    [date('2024-12-31T10:00:00'), time('UTC'), '2024-12-31T10:00:00Z'],
    [{ type: 'error', value: '#N/A', shown: '#N/A' }, { type: 'text' }, '(error)'],
  ];
  for (const [cell, format, value] of cases)
    expect(read(cell, format), `${JSON.stringify(cell)} as ${brief(format)}`).toEqual(value);
});

describe('what others reported of columns', () => {
  it.each<[string, readonly Cell[], string]>([
    ['mholt/PapaParse#1078', ['713752e1', '713753e1'], 'text'],
    ['mholt/PapaParse#282', ['+2.0', 'NaN'], 'text'],
    ['mholt/PapaParse#260', ['23422827', '00283762-3', '00202938'], 'text'],
    ['alberthaff/ngx-papaparse#83', ['0700', '2200'], 'text'],
    ['tilo/smarter_csv#345', ['0047583311587DD90005', '0047583311587E590003'], 'text'],
    ['wireservice/csvkit#685, #858, #849', ['0'], 'integer .'],
    ['wireservice/csvkit#1020, #1265', ['0', '1'], 'integer .'],
    ['wireservice/csvkit#233', ['N', 'Y'], 'text'],
    ['wireservice/csvkit#1052', ['1.2', 'NULL'], 'text'],
    [
      'wireservice/csvkit#935',
      ['03/02/2018 10:21:42', '05/02/2018 20:11:20'],
      '03/02/2018 10:21:42? dateTime dmy or dateTime mdy',
    ],
    ['wireservice/csvkit#436', ['A', 'M', 'AM'], 'text'],
    ['wireservice/csvkit#231', ['T00370201'], 'text'],
    ['wireservice/csvkit#1059', ['2020-01-03T14:42:35', '2020-01-01'], 'text'],
    ['pandas-dev/pandas#5697', ['1111111111111111111'], 'text'],
    ['pandas-dev/pandas#2697', ['135217135789158401', '1352171357E+5'], 'text'],
    ['pandas-dev/pandas#15669', ['NA', 'x'], 'text'],
    ['pandas-dev/pandas#56135, #32134', ['123', '1582218195625938945'], 'text'],
    ['pandas-dev/pandas#44145', ['1,234,567.890123456789', '2'], 'text'],
    ['pandas-dev/pandas#66010', ['1,_2', '3'], 'text'],
    ['SheetJS/sheetjs#1716', ['11/01/2019', '11/04/2019'], '11/01/2019? date dmy or date mdy'],
  ])('%s', (_from, cells, format) => {
    expect(detected(cells)).toBe(format);
  });
});

it('a comma is a decimal one if it groups no thousands', () => {
  expect(['1,5', '1.234,50', '0,125', '1,234', '1.5', 'a,5'].map(hasDecimalComma)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('looks at many cells in steps, between which others can work', () => {
  const cells = Array.from({ length: 40_000 }, (_, index) => `${index}.5`);
  const work = detectingColumn(cells);
  let steps = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) steps += 1;
  expect(step.value).toEqual(detectColumn(cells));
  expect(steps).toBeGreaterThan(cells.length / 2000);
});
