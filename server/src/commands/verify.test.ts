import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startListener } from '@annals/data/testing/data-listener';
import { forgeries } from '@annals/data/testing/forgeries';
import { writeProvenHistory, type ProvenHistory } from '@annals/data/testing/proven-history';
import { openDatabase, type Database } from '@annals/kit/database/database';
import { lockDirectory } from '@annals/kit/database/directory-lock';
import { createDatabase, migratedName, quiet, testServerUrl } from '@annals/kit/testing/databases';
import { signCheckpoint } from '@annals/proofs/checkpoint';
import { TestLog } from '@annals/proofs/testing/test-log';
import { anchorOf, bundleOf, partitionLines } from '@annals/proofs/testing/test-proofs';
import { makeLog } from '@annals/proofs/testing/sample-log';
import { readCommandLine } from './command-line.ts';
import { verifyBundleCommand } from './verify-bundle.ts';
import { verifyStoredCommand } from './verify-stored.ts';

let directory: string;
let output: string[];
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'annals-verify-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));
beforeEach(() => {
  output = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => output.push(String(text)) > 0);
});
afterEach(() => vi.restoreAllMocks());

/** The output of the command with its exit code. */
async function messages(command: Promise<number>): Promise<{ code: number; text: string }> {
  const code = await command;
  return { code, text: output.splice(0).join('') };
}

const fileOf = (name: string, content: string | Uint8Array): string => {
  const file = path.join(directory, name);
  writeFileSync(file, content);
  return file;
};

it('reads the command line', () => {
  const known = { keys: ['K'], checkpointFiles: ['C', 'D'] };
  const words = ['--key', 'K', '--checkpoint', 'C', '--checkpoint', 'D'];
  expect(readCommandLine(['verify', 'b.json', ...words])).toEqual({
    name: 'verify bundle',
    file: 'b.json',
    ...known,
  });
  expect(readCommandLine(['verify', '--partition', ' all ', ...words])).toEqual({
    name: 'verify partition',
    partition: 'all',
    ...known,
  });
  expect(readCommandLine(['verify', 'events', ...words])).toEqual({
    name: 'verify partition',
    partition: undefined,
    ...known,
  });
  expect(readCommandLine(['verify', 'events', 'e.ndjson', ...words])).toEqual({
    name: 'verify bundle',
    file: 'e.ndjson',
    ...known,
  });
  for (const wrong of [['verify'], ['verify', 'b.json', '--partition', 'P'], ['verify', 'a', 'b']])
    expect(() => readCommandLine(wrong)).toThrow(expect.objectContaining({ exitCode: 2 }));
});

describe('annals verify BUNDLE', () => {
  const { log, whole, erased } = makeLog('verify');
  const lines = () =>
    `${partitionLines(log)
      .map((line) => JSON.stringify(line))
      .join('\n')}\n`;
  const bundleText = async (objectId = '', more = {}) =>
    JSON.stringify(await bundleOf(log, objectId, more), undefined, 2);
  const verify = async (file: string, more: { keys?: string[]; checkpointFiles?: string[] } = {}) =>
    messages(verifyBundleCommand({ file, keys: [], checkpointFiles: [], ...more }));

  it("reports the verdict of a version's proof, and what it was compared with", async () => {
    const file = fileOf('object.json', await bundleText(whole[0]));
    const { code, text } = await verify(file);
    expect(code).toBe(0);
    expect(text).toMatch(/^intact\n/);
    expect(text).toContain(`checkpoint  ${log.origin}\n`);
    expect(text).toMatch(new RegExp(`size +${log.leaves.length}\n`));
    expect(text).toMatch(/the key +not given/);
    expect((await verify(file, { keys: [log.serviceKey] })).text).toMatch(/the key +was given/);
    const gone = fileOf('erased.json', await bundleText(erased[1]?.objectId));
    expect(await verify(gone)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^erased, receipt 1, 2\n/),
    });
  });

  it('reports both dates of an imported version, and what is proven of them', async () => {
    const written = await verify(fileOf('written.json', await bundleText(whole[0])));
    expect(written.text).toMatch(/\n {2}written {5}\d{4}-.* by /);
    expect(written.text).not.toContain('import');
    const imports = new TestLog('imports');
    const importedDate = '2026-11-22T10:00:00.000000Z';
    const header = { importedDate, importedUserId: '01890a5d-ac96-774b-bcce-b302099a8057' };
    const objectId = imports.append({ objectData: { name: 'Ada' }, header });
    const bundle = JSON.stringify(await bundleOf(imports, objectId));
    const { code, text } = await verify(fileOf('imported.json', bundle));
    expect(code).toBe(0);
    expect(text).toMatch(/\n {2}recorded {4}as \d{4}-.* by /);
    expect(text).toContain(`\n  imported    on ${importedDate} by ${header.importedUserId}\n`);
    expect(text).toContain('unchanged since that import');
  });

  it('shows the names of a bundle beside the ids, and says that they are not proven', async () => {
    const proof = await bundleOf(log, whole[0] ?? '');
    const { modificationUserId } = proof.version;
    const names = { [modificationUserId]: 'Ada \u001b[2JKing' };
    const { code, text } = await verify(fileOf('named.json', JSON.stringify({ ...proof, names })));
    expect(code).toBe(0);
    expect(text).toContain(
      ` by ${modificationUserId}, whom the bundle calls “Ada \\u{1b}[2JKing”\n`,
    );
    expect(text).toContain('names are not proven, IDs are\n');
    const none = await verify(fileOf('unnamed.json', JSON.stringify({ ...proof, names: {} })));
    expect(none.text).not.toContain('names are');
  });

  it('shows why the version was written', async () => {
    const { text } = await verify(fileOf('why.json', await bundleText(whole[0])));
    expect(text).toContain('\n  reason      Ordered by Grace\n');
    expect(text).toMatch(/\n {2}change set {2}[0-9a-f-]{36}\n/);
  });

  it('shows who erased the reason, and when', async () => {
    const erasing = makeLog('erased reason');
    const [objectId = ''] = erasing.whole;
    erasing.log.erase([{ objectId, pointer: '/reason' }]);
    const proof = await bundleOf(erasing.log, objectId);
    const entry = proof.receipts[0]?.entry;
    const { code, text } = await verify(fileOf('no-reason.json', JSON.stringify(proof)));
    expect([code, text.split('\n', 1)[0]]).toEqual([0, 'erased, receipt 3']);
    expect(text).toContain(
      `\n  reason      erased on ${entry?.erasedDate} by ${entry?.erasedUserId}\n`,
    );
  });

  it('shows who approved it, what they signed with it, and how', async () => {
    const signed = new URL('../../../proofs/testdata/format-1-signed.proof.json', import.meta.url);
    const { code, text } = await verify(fileURLToPath(signed));
    expect(code).toBe(0);
    expect(text).toContain(
      '\n  approved by Rita Reviewer, 01a208ba-a18c-7725-9114-948a43bf1842 on 2026-11-23T14:07:56.099Z – is responsible for it – signed with a passkey\n',
    );
    const forged = readFileSync(signed, 'utf8').replace('"price": 149', '"price": 148');
    expect(await verify(fileOf('forged.json', forged))).toMatchObject({
      code: 1,
      text: expect.stringContaining('differs from what was approved with change set'),
    });
  });

  it('reads the proof of a partition line by line, compressed or not', async () => {
    for (const file of [
      fileOf('partition.ndjson', lines()),
      fileOf('partition.ndjson.gz', gzipSync(lines())),
    ])
      expect(await verify(file)).toMatchObject({
        code: 0,
        text: expect.stringMatching(/^erased, receipt 1, 2\n/),
      });
  });

  it('reads a pipe, with lines or with a ZIP', async () => {
    for (const [content, code, start] of [
      [Buffer.from(lines()), 0, /^erased, receipt 1, 2\n/],
      [
        Buffer.from('PK\u0003\u0004\n\u0000'),
        1,
        /^TAMPERED\n {2}FORM +The ZIP file cannot be read/,
      ],
    ] as const) {
      const pipe = path.join(directory, randomUUID());
      execFileSync('mkfifo', [pipe]);
      const [result] = await Promise.all([verify(pipe), writeFile(pipe, content)]);
      expect(result).toEqual({ code, text: expect.stringMatching(start) });
    }
  });

  it('exits with 1 and lists each finding, without terminal control characters', async () => {
    const changed = fileOf('changed.ndjson', lines().replace('Ada King', 'Ada \\u001b[2JByron'));
    const { code, text } = await verify(changed);
    expect(code).toBe(1);
    expect(text).toMatch(/^TAMPERED\n {2}[A-Z]+ +/);
    const [, , broken = '', ...rest] = lines().split('\n');
    for (const content of [
      [...lines().split('\n').slice(0, 2), broken.slice(0, -3), ...rest].join('\n'),
      lines().split('\n').slice(0, -2).join('\n'),
    ])
      expect(await verify(fileOf('cut.ndjson', content))).toMatchObject({
        code: 1,
        text: expect.stringMatching(/^TAMPERED\n/),
      });
    const twice = lines().replace('"index":1,', '"index":7,"index":1,');
    expect(await verify(fileOf('twice.ndjson', twice))).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^TAMPERED\n {2}FORM +entry 1: The text contains more/),
    });
    const named = (await bundleText(whole[0])).replaceAll(whole[0] ?? '', '\\u001b[2J');
    const escaped = await verify(fileOf('escape.json', named));
    expect(escaped.text).toContain('\\u{1b}[2J');
    expect(escaped.text).not.toContain('\u001b');
  });

  it('compares with stored checkpoints, of the log and of the service', async () => {
    const anchor = await anchorOf(log, 4);
    const stored = fileOf('kept.txt', `${log.note(3)}\n${log.note(5)}${anchor.checkpoint}`);
    const answer = fileOf('answer.json', JSON.stringify({ checkpoint: log.note(5), size: 5 }));
    const proof = fileOf('since.json', await bundleText(whole[0], { since: 5, anchor }));
    for (const checkpointFiles of [[stored], [answer]])
      expect(await verify(proof, { checkpointFiles })).toMatchObject({
        code: 0,
        text: expect.stringMatching(/history +consistent with/),
      });
    const other = new TestLog('verify');
    other.append({ objectData: { name: 'another past' } });
    const forged = fileOf('forged.txt', other.note());
    const all = fileOf('all.ndjson', lines());
    expect(await verify(all, { checkpointFiles: [forged] })).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^TAMPERED\n {2}HISTORY/),
    });
    // A checkpoint of the service log only, at the size of the anchor and at another one.
    const service = (size: number) => ({ origin: log.logName, size, root: new Uint8Array(32) });
    const later = fileOf('later.txt', signCheckpoint(service(9), log.seed));
    expect(
      await verify(proof, { checkpointFiles: [fileOf('service.txt', anchor.checkpoint)] }),
    ).toMatchObject({
      code: 0,
      text: expect.stringMatching(/history +consistent with.* of 4 entries\n/),
    });
    const newest = fileOf('newest.json', await bundleText(whole[2], { anchor }));
    expect(
      await verify(newest, { checkpointFiles: [fileOf('service.txt', anchor.checkpoint)] }),
    ).toMatchObject({
      code: 0,
      text: expect.stringMatching(/of 4 entries; this version came later\n/),
    });
    expect(await verify(proof, { checkpointFiles: [later] })).toMatchObject({
      code: 2,
      text: expect.stringMatching(/NOT COMPARED.*serviceSize=9\n/s),
    });
    const elsewhere = fileOf('elsewhere.txt', new TestLog('elsewhere').note());
    expect(await verify(all, { checkpointFiles: [elsewhere] })).toMatchObject({
      code: 2,
      text: expect.stringMatching(/history +NOT COMPARED/),
    });
  });

  it('exits with 2 for an invalid bundle, key or checkpoint', async () => {
    const good = fileOf('good.json', await bundleText(whole[0]));
    for (const [file, more, message] of [
      [path.join(directory, 'none.json'), {}, 'There is no file'],
      [fileOf('empty', ''), {}, 'is not a bundle'],
      [fileOf('text', 'hello\nyou'), {}, 'is not a bundle'],
      [fileOf('other.json', '{"format":"annals-object-proof/2"}'), {}, 'is not a bundle'],
      [
        fileOf(
          'members.proof.ndjson',
          '{"format":"annals-membership-proof/1"}\n{"index":1,"inclusion":[]}\n',
        ),
        {},
        'Verify the ZIP file that contains it.',
      ],
      [fileOf('bytes', Uint8Array.of(0xff, 0xfe)), {}, 'It is not UTF-8'],
      [fileOf('half.gz', gzipSync(lines()).subarray(0, 300)), {}, 'is not a complete gzip file'],
      [directory, {}, 'is a directory'],
      [good, { keys: ['K'] }, '--key takes a verifier key'],
      [good, { checkpointFiles: [fileOf('none.txt', 'a\n1\nAA==\n')] }, 'contains no checkpoints'],
      [good, { checkpointFiles: [path.join(directory, 'none')] }, 'There is no file'],
    ] as const) {
      const asked = { keys: [], checkpointFiles: [], ...more };
      await expect(
        verifyBundleCommand({
          file,
          keys: [...asked.keys],
          checkpointFiles: asked.checkpointFiles,
        }),
      ).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
    }
  });
});

it('annals verify --partition creates no database, and leaves one alone that a server holds', async () => {
  const dataDir = path.join(directory, 'var');
  const verify = async () =>
    verifyStoredCommand(
      { databaseUrl: undefined, dataDir, logLevel: 'silent' },
      { keys: [], checkpointFiles: [], partition: 'all' },
    );
  await expect(verify()).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('There is no database in'),
  });
  expect(existsSync(dataDir)).toBe(false);
  mkdirSync(path.join(dataDir, 'cluster'), { recursive: true });
  const lock = await lockDirectory(dataDir);
  await expect(verify()).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(`in use by the process with id ${process.pid}`),
  });
  await lock.release();
});

describe.skipIf(testServerUrl() === undefined)('annals verify --partition', () => {
  let created: Awaited<ReturnType<typeof createDatabase>>;
  let database: Database;
  let history: ProvenHistory;

  beforeAll(async () => {
    created = await createDatabase(process.env[migratedName]);
    database = await openDatabase({ databaseUrl: created.url, log: quiet });
    const service = await startListener(database);
    history = await writeProvenHistory(service, database);
    await service.close();
  });
  afterAll(async () => {
    await database.close();
    await created.drop();
  });
  const verify = async (partition: string, checkpointFiles: string[] = []) => {
    const config = { databaseUrl: created.url, dataDir: directory, logLevel: 'silent' as const };
    return messages(verifyStoredCommand(config, { keys: [], checkpointFiles, partition }));
  };

  it('reads the whole database, and reports the result', async () => {
    const stored = fileOf('stored.txt', history.earlier);
    expect(await verify('Proven', [stored])).toEqual({
      code: 0,
      text: expect.stringMatching(
        new RegExp(
          `^Proven \\(${history.partitionId}\\)  erased, receipt 1, 2: 9 versions, a log of 15 entries\n` +
            'log of the service  intact: a log of 2 entries\n' +
            'intact except for what was erased with 2 receipts: 9 versions, [\\d,]+/s\n$',
        ),
      ),
    });
  });

  it('exits with 1 and lists each finding, and with 2 if there is nothing to read', async () => {
    await forgeries(history, '')['a number that reads as the same one']?.change(database);
    const { code, text } = await verify('all');
    expect(code).toBe(1);
    expect(text).toContain(
      `Proven (${history.partitionId})  VERSION   entry 3, object ${history.target[0]}: Data or references`,
    );
    expect(text).toMatch(/Proven \(.*\) {2}TAMPERED, \d findings?: 9 versions/);
    expect(text).toMatch(/\nTAMPERED, \d findings?: 9 versions, [\d,]+\/s\n$/);
    await expect(verify('None')).rejects.toMatchObject({ exitCode: 2 });
    // Whoever watches the audit log learns of it too.
    const events = await database.query(
      sql`select action, credential, after from authentication.event where action = 'verification.failed'`,
    );
    expect(events).toEqual([
      {
        action: 'verification.failed',
        credential: 'command/verify',
        after: { findings: [expect.stringMatching(`^Proven .${history.partitionId}.: \\d$`)] },
      },
    ]);
  });
});
