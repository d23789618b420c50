import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataEndpoints } from '@annals/contracts/data';
import { nameOfRow } from '@annals/contracts/operations';
import {
  openApiOf,
  type DocumentOptions,
  type OpenApiDocument,
  type Operation,
} from '@annals/kit/openapi/document';
import type { JsonSchema } from '@annals/kit/openapi/schemas';
import { apiDocument } from './api-document.ts';
import { authenticationListenerEndpoints } from './embedded.ts';
import { portabilityFault } from './testing/portable-pattern.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

const own = { url: '/', description: 'The service' };
const documents: Record<string, DocumentOptions> = {
  'authentication listener': {
    title: 'Annals authentication endpoint',
    version: '1',
    endpoints: authenticationListenerEndpoints,
    server: own,
    paths: 'service',
  },
  'data service': {
    title: 'Annals data service',
    version: '1',
    endpoints: dataEndpoints,
    server: own,
    paths: 'service',
  },
  console: apiDocument({ publicUrl: 'https://annals.example.net', productName: 'annals' }, '1'),
};

let directory = '';
beforeAll(async () => {
  // Inside the project, so that generated code finds its packages.
  directory = await mkdtemp(path.join(root, 'server', '.openapi-'));
  await Promise.all(
    Object.entries(documents).map(([name, options]) =>
      writeFile(fileOf(name), JSON.stringify(openApiOf(options))),
    ),
  );
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const fileOf = (name: string) => path.join(directory, `${name.replaceAll(' ', '-')}.json`);

const operationsOf = (document: OpenApiDocument): Operation[] =>
  Object.values(document.paths).flatMap((operations) => Object.values(operations));

describe.each(Object.entries(documents))('the document of the %s', (name, options) => {
  const document = openApiOf(options);
  const operations = operationsOf(document);

  it('contains each call under the name of its row', () => {
    const names = options.endpoints.map((row) => nameOfRow(row) ?? `${row.method} ${row.path}`);
    expect(names.filter((each) => !/^[a-z]\w+$/.test(each))).toEqual([]);
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(names.toSorted());
    expect(new Set(names).size).toBe(names.length);
  });

  it('lists the errors of each call', () => {
    const without = operations.filter(
      ({ responses, security }) =>
        !('400' in responses && '429' in responses && '503' in responses) ||
        (security.length > 0 && !('401' in responses && '403' in responses)),
    );
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has examples that match the contract', () => {
    const wrong = options.endpoints.flatMap((row) => {
      const operation = operations.find(({ operationId }) => operationId === nameOfRow(row));
      const example = operation?.requestBody?.content['application/json']?.example;
      const refused = row.body && faultOf(row.body, example);
      const answered = faultOf(row.response, answerOf(document, operation, row.status));
      return [
        ...(refused === undefined ? [] : [`body of ${operation?.operationId}: ${refused}`]),
        ...(row.status === 204 || answered === undefined
          ? []
          : [`answer of ${operation?.operationId}: ${answered}`]),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it('has examples and defaults that match its schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
    addFormats.default(ajv);
    // ajv-formats does not know it.
    ajv.addFormat('idn-email', true);
    ajv.addSchema(document, 'document');
    const checked = samplesIn(document);
    expect(checked.length).toBeGreaterThan(100);
    const wrong = checked.filter(
      ({ pointer, value }) => !ajv.validate({ $ref: `document#${pointer}` }, value),
    );
    expect(wrong).toEqual([]);
  });

  it('has patterns that other languages read as they are meant', () => {
    const patterns = patternsIn(document);
    expect(patterns.size).toBeGreaterThan(5);
    const faults = [...patterns].map((pattern) => [pattern, portabilityFault(pattern)]);
    expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([]);
  });

  it('is small enough to load in a browser', async () => {
    const file = await readFile(fileOf(name));
    expect(file.length).toBeLessThan(700_000);
    expect(gzipSync(file).length).toBeLessThan(64_000);
  });
});

function faultOf(schema: z.core.$ZodType, example: unknown): string | undefined {
  const { success, error } = z.safeParse(schema, example);
  return success
    ? undefined
    : error?.issues.map(({ path: at, message }) => `${at.join('.')} ${message}`).join('; ');
}

function patternsIn(value: unknown, found = new Set<string>()): Set<string> {
  for (const [key, inner] of Object.entries(Object(value) as object))
    if (key === 'pattern' && typeof inner === 'string') found.add(inner);
    else if (typeof inner === 'object') patternsIn(inner, found);
  return found;
}

interface Sample {
  /** Of the schema. */
  pointer: string;
  value: unknown;
}

/** Examples and defaults, each with its schema. */
function samplesIn(node: unknown, pointer = ''): Sample[] {
  if (typeof node !== 'object' || node === null) return [];
  const { schema, example, examples, default: usual } = node as Record<string, unknown>;
  const samples = [
    ...(schema !== undefined && example !== undefined
      ? [{ pointer: `${pointer}/schema`, value: example }]
      : []),
    ...(Array.isArray(examples) ? examples.map((value: unknown) => ({ pointer, value })) : []),
    ...('type' in node && usual !== undefined ? [{ pointer, value: usual }] : []),
  ];
  const inner = Object.entries(node)
    .filter(([key]) => key !== 'example' && key !== 'examples' && key !== 'default')
    .flatMap(([key, value]) => {
      const step = encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
      return samplesIn(value, `${pointer}/${step}`);
    });
  return [...samples, ...inner];
}

function answerOf(
  { components }: OpenApiDocument,
  operation: Operation | undefined,
  status: number,
): unknown {
  const response = operation?.responses[String(status)];
  const media = response && 'content' in response && response.content?.['application/json'];
  if (!media) return undefined;
  const { $ref } = media.schema ?? {};
  const schemas: Record<string, JsonSchema> = components.schemas;
  return $ref === undefined
    ? media.example
    : schemas[$ref.slice('#/components/schemas/'.length)]?.examples?.[0];
}

it(
  'each pass the linter without a warning, except for listed paths',
  { timeout: 1_800_000 },
  async () => {
    // The ignored paths are listed beside the configuration.
    const files = ['redocly.yaml', '.redocly.lint-ignore.yaml'];
    for (const file of files)
      await copyFile(path.join(root, 'server', file), path.join(directory, file));
    const [exceptions = ''] = (await readFile(path.join(directory, files[1] ?? ''), 'utf8')).split(
      '\nconsole.json:',
      1,
    );
    const { stdout, stderr } = await run(
      process.execPath,
      [
        path.join(root, 'node_modules/@redocly/cli/bin/cli.js'),
        'lint',
        `--config=${path.join(directory, 'redocly.yaml')}`,
        '--format=json',
        ...Object.keys(documents).map(fileOf),
      ],
      {
        cwd: directory,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        maxBuffer: 64 * 1024 * 1024,
      },
    ).catch((error: unknown) => error as { stdout: string; stderr: string });
    // If the linter fails itself it prints nothing, and says why on standard error.
    if (stdout === '') throw new Error(stderr);
    // One object per document, one after the other.
    const reports = JSON.parse(`[${stdout.replaceAll('\n}{', '\n},{')}]`) as {
      totals: { errors: number; warnings: number; ignored: number };
      problems: { ruleId: string; message: string; location: { pointer?: string }[] }[];
    }[];
    const messages = reports.flatMap(({ problems }) =>
      problems.map(
        ({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`,
      ),
    );
    // A path here is a new one that could be read as another: add it to the ignore file beside server/redocly.yaml,
    // with the reason.
    expect(messages).toEqual([]);
    // Each exception is still needed: remove those that no document needs any more.
    const every = exceptions.match(/^ +- '#\/paths/gm)?.length;
    const none = { errors: 0, warnings: 0 };
    expect(reports.map(({ totals }) => totals)).toEqual([
      { ...none, ignored: every },
      { ...none, ignored: 1 },
      { ...none, ignored: every },
    ]);
  },
);

/** What an outside developer would write with a client from a public generator. */
const program = `
import { createClient } from './client/client';
import { createObject, getObject, listUsers, searchObjects, timelineObjects } from './client';

type IsAny<T> = 0 extends 1 & T ? true : false;
const notAny = <T>(value: T & (IsAny<T> extends true ? never : unknown)): T => value;

const client = createClient({
  baseUrl: 'https://annals.example.net/api/annals',
  headers: { 'X-Akarion-Api-Token': 'ann_token' },
});

export async function main(partitionId: string): Promise<string[]> {
  const users = await listUsers({ client, query: { status: 'ACTIVE', sort: '-name' } });
  if (users.data === undefined)
    throw new Error(notAny(users.error.message) ?? notAny(users.error.error));
  const names: string[] = users.data.data.map((user) => notAny(user.name) ?? notAny(user.id));

  const created = await createObject({
    client,
    path: { partitionId },
    headers: { 'Idempotency-Key': 'once-and-only-once' },
    body: { type: 'TREE', objectData: { name: 'Oak' }, references: [] },
    throwOnError: true,
  });
  const objectId: string = notAny(created.data.id);
  const timelineId: string = notAny(created.data.timelineId) ?? '';

  const then = await getObject({
    client,
    path: { partitionId, objectId },
    query: { asOf: '2026-03-03T00:00:00Z' },
    throwOnError: true,
  });
  const height: unknown = notAny(then.data.objectData)?.['height'];

  const history = await timelineObjects({
    client,
    path: { partitionId, timelineId },
    query: { pageSize: 100 },
    throwOnError: true,
  });
  const cursor: string | null = notAny(history.data.nextCursor);
  const more: boolean = notAny(history.data.hasMore);

  const found = await searchObjects({
    client,
    path: { partitionId },
    body: { type: 'TREE', where: [{ path: '/height', op: 'gt', value: 20 }] },
    throwOnError: true,
  });
  const dates = found.data.data.map((version) => notAny(version.modificationDate) ?? '');

  // @ts-expect-error -- there is no such status
  await listUsers({ client, query: { status: 'AWAY' } });
  // @ts-expect-error -- a path has its ids
  await getObject({ client, path: { partitionId } });
  return [...names, ...dates, objectId, String(height), String(cursor), String(more)];
}
`;

it('generates a typed client with a public generator', { timeout: 1_800_000 }, async () => {
  const client = path.join(directory, 'client');
  await writeFile(
    path.join(directory, 'openapi-ts.config.mjs'),
    `export default ${JSON.stringify({
      input: fileOf('console'),
      output: { path: client },
      logs: { file: false, level: 'error' },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    })};\n`,
  );
  await run(process.execPath, [path.join(root, 'node_modules/@hey-api/openapi-ts/bin/run.js')], {
    cwd: directory,
  });
  await writeFile(path.join(directory, 'program.ts'), program);
  await writeFile(
    path.join(directory, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        module: 'esnext',
        moduleResolution: 'bundler',
        lib: ['es2022', 'dom', 'dom.iterable'],
        strict: true,
        noEmit: true,
        types: [],
      },
      include: ['program.ts', 'client/**/*.ts'],
    }),
  );
  const compiled = await run(
    process.execPath,
    [path.join(root, 'node_modules/typescript-native/bin/tsc'), '-p', directory],
    { cwd: directory },
  ).catch((error: unknown) => error as { stdout: string });
  expect(compiled.stdout).toBe('');
  const types = await readFile(path.join(client, 'types.gen.ts'), 'utf8');
  expect(types.match(/\bany\b(?=[;,|\])>])/g)).toBeNull();
});
