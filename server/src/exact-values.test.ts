import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { parseJson } from '@annals/kit/json';
import { Problem } from '@annals/kit/problem';
import { readJson, writeJson } from '@annals/rules/json/raw-json';
import { parseStrictJson } from '@annals/rules/json/strict-json';
import { anyJsonTexts } from '@annals/rules/testing/any-json-text';
import { FilesWrong, readFiles } from './configuration/files.ts';
import { kinds } from './configuration/kinds.ts';
import { linesOf } from './import/import.ts';
import { FileError } from './import/lines.ts';
import { strictLines } from './mcp/strict-lines.ts';

// What the browser takes is tested in console/src/exact-values.test.ts.

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'annals-exact-values-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** What a way in makes of a text, as JSON; undefined if it is refused. */
type Stored = string | undefined;

const valueIn = (body: unknown): Stored =>
  writeJson((body as { objectData: { v: unknown } }).objectData.v);

function strictly(text: string): Stored {
  try {
    return writeJson(parseStrictJson(text));
  } catch {
    return undefined;
  }
}

/** Transactions, change sets, imports and MCP over HTTP have one reader of bodies. */
function throughHttp(text: string): Stored {
  try {
    return valueIn(parseJson(Buffer.from(text)));
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

async function throughMcp(text: string): Promise<Stored> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = await textOf(strictLines(Readable.from([`${text}\n`]), nowhere));
  return line === '' ? undefined : valueIn(JSON.parse(line));
}

async function throughCommand(text: string): Promise<Stored> {
  const file = path.join(directory, 'rows.ndjson');
  writeFileSync(file, text);
  try {
    for await (const line of linesOf({ file })) return throughHttp(line.text);
    return undefined;
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

/** Schemas are the only part of a file that can have any JSON; what is read is sent over HTTP. */
async function throughFiles(text: string): Promise<Stored> {
  writeFileSync(
    path.join(directory, 'p.yaml'),
    `{"kind":"partition","name":"P","types":{"T":{"schema":{"default":${text}}}}}`,
  );
  try {
    const [file] = await readFiles(directory, kinds);
    const content = file?.content as { types: { T: { schema: { default: unknown } } } } | undefined;
    return throughHttp(JSON.stringify({ objectData: { v: content?.types.T.schema.default } }));
  } catch (error) {
    if (error instanceof FilesWrong) return undefined;
    throw error;
  }
}

it('any value is stored as it is written or refused, by all ways the same', async () => {
  const { json } = anyJsonTexts({ repeats: true });
  await fc.assert(
    fc.asyncProperty(json, async (text) => {
      const stored = strictly(text);
      expect(stored === undefined || stored === writeJson(readJson(text))).toBe(true);
      const row = `{"key":"k","type":"T","objectData":{"v":${text}}}`;
      const ways = [throughHttp(row), await throughMcp(row), await throughCommand(row)];
      expect(ways).toEqual(ways.map(() => stored));
      expect(await throughFiles(text)).toBe(stored);
    }),
    { numRuns: runs(300) },
  );
});
