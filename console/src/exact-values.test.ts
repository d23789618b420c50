// @vitest-environment happy-dom
import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isExact } from '@annals/rules/json/decimals';
import { readJson, writeJson } from '@annals/rules/json/raw-json';
import { parseStrictJson } from '@annals/rules/json/strict-json';
import { anyJsonTexts, anyNumberText } from '@annals/rules/testing/any-json-text';
import { FormatFinder, readVersion, readVersionHeader } from '@annals/rules/files/version-table';
import type { ColumnFormat } from '@annals/rules/tables/column-format';
import { readCell } from '@annals/rules/tables/read-cell';
import { runs } from '@annals/contracts/testing/exhaustive';
import { numberError } from './features/objects/edit/schema-form/number-error.ts';
import { cellValue as gridValue, numberDoubt } from './features/objects/grid/grid-columns.ts';
import { fileRows } from './features/transfers/import/file-rows.ts';
import { readValue } from './ui/json/json-errors.ts';
import { quietly } from './features/transfers/import/reading/quietly.testing.ts';

/** What a way in makes of a text; undefined if it refuses it with a reason. */
type Stored = { value: unknown } | undefined;

function strictly(text: string): Stored {
  try {
    return { value: parseStrictJson(text) };
  } catch {
    return undefined;
  }
}

function throughEditor(doc: string): Stored {
  const reading = readValue(EditorState.create({ doc, extensions: [json()] }));
  return reading.ok ? { value: reading.value } : undefined;
}

async function throughNdjson(text: string): Promise<Stored> {
  const line = `{"key":"k","type":"T","objectData":{"v":${text}}}\n`;
  for await (const [row] of fileRows(new File([line], 'rows.ndjson'), {}, quietly)) {
    if (row && row.problem === undefined && 'objectData' in row.row)
      return { value: row.row.objectData['v'] };
    if (!row?.problem) throw new Error('It is neither read nor refused with a reason.');
  }
  return undefined;
}

function throughOwnCsv(text: string): Stored {
  const header = readVersionHeader(['key', 'type', 'v']);
  if (!header) throw new Error('This is a table of versions.');
  const cells = ['k', 'T', text];
  const finder = new FormatFinder(header);
  finder.add(cells);
  const reading = readVersion(header, cells, finder.formats, true);
  if ('problems' in reading) return undefined;
  const { objectData } = reading.row as { objectData: object };
  return { value: Reflect.get(objectData, 'v') };
}

function throughColumn(text: string, format: ColumnFormat): Stored {
  const reading = readCell(text, format);
  return 'value' in reading ? reading : undefined;
}

/** The grid marks a text in a column of lists and objects as a problem. */
function throughGrid(text: string): Stored {
  const value = gridValue(text, 'json');
  return typeof value === 'string' ? undefined : { value };
}

it('any list or object is stored with the same value or refused, by all ways the same', async () => {
  const { list, object } = anyJsonTexts({ repeats: true });
  await fc.assert(
    fc.asyncProperty(fc.oneof(list, object), async (text) => {
      const stored = strictly(text);
      expect(stored === undefined || writeJson(stored.value) === writeJson(readJson(text))).toBe(
        true,
      );
      const ways = [
        throughEditor(text),
        await throughNdjson(text),
        throughOwnCsv(text),
        throughColumn(text, { type: 'json' }),
        throughGrid(text),
      ];
      expect(ways).toEqual(ways.map(() => stored));
    }),
    { numRuns: runs(500) },
  );
});

it('any number is stored with the same value or refused, by all ways the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyNumberText, async (text) => {
      const value = isExact(text) ? Number(text) : undefined;
      expect(strictly(text)?.value).toBe(value);
      expect(throughEditor(text)?.value).toBe(value);
      expect((await throughNdjson(text))?.value).toBe(value);
      expect(throughColumn(text, { type: 'number', decimal: '.' })?.value).toBe(value);
      // The grid keeps the text, which it marks as a problem in a column of numbers.
      expect(gridValue(text, 'number')).toBe(value ?? text);
      expect(numberDoubt(text)).toBe(value === undefined ? 'notExact' : undefined);
      expect(numberError(text, false)).toBe(value === undefined ? 'notExact' : undefined);
      // Where any value is possible, a number that is written in another way is a text.
      const plain = value !== undefined && String(value) === text ? value : text;
      expect([throughOwnCsv(text)?.value, gridValue(text, 'any')]).toEqual([plain, plain]);
    }),
    { numRuns: runs(500) },
  );
});
