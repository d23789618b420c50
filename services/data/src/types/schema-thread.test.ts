import { say } from '@annals/contracts/messages';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { endlessSchema } from '../testing/endless-schema.ts';
import { SchemaThread, SchemaTooSlow } from './schema-thread.ts';

const patient = { deadlineMs: 60_000, maxQueued: 10 };
const thread = new SchemaThread(patient);
afterAll(async () => thread.close());
afterEach(() => vi.useRealTimers());

const draft = 'https://json-schema.org/draft/2020-12/schema';

it.each([
  [{}],
  [{ $schema: draft, $id: 'https://example.org/a', type: 'object' }],
  [{ $id: 'https://example.org/a', properties: { at: { format: 'date' } } }],
  [{ $defs: { word: { type: 'string' } }, properties: { a: { $ref: '#/$defs/word' } } }],
])('accepts %j', async (schema) => {
  await expect(thread.reportOn('a', schema)).resolves.toEqual({ problems: [], annotations: [] });
});

it.each([
  [{ type: 'objekt' }, 'type', /^Must be one of "array"/],
  [{ properties: { a: { minimum: 'x' } } }, 'properties.a.minimum', /Must be number/],
  [
    { properties: { a: { pattern: '(' } } },
    '',
    /^The pattern "\(" cannot be used: it is not a valid regular expression/,
  ],
  [{ $ref: 'https://example.org/b' }, '$ref', /leads to nothing/],
  [{ $ref: '#' }, '', /refers to itself endlessly/],
  [{ $schema: 'http://json-schema.org/draft-03/schema#' }, '$schema', /not a draft/],
])('refuses %j', async (schema, path, message) => {
  const { problems } = await thread.reportOn('a', schema);
  expect(problems).toContainEqual(
    expect.objectContaining({ path, message: expect.stringMatching(message) }),
  );
});

it('refuses data on which a schema recurses endlessly, and continues', async () => {
  const jsonSchema = { dependentSchemas: { a: { $ref: '#' } } };
  const rows = [{ a: 1 }, { b: 1 }];
  await expect(thread.check('a', { key: 'endless', jsonSchema, rows })).resolves.toMatchObject([
    [{ path: '', message: expect.stringMatching(/refers to itself endlessly/) }],
    [],
  ]);
});

it('reports every place in plain words', async () => {
  const jsonSchema = {
    properties: {
      kind: { enum: ['A', 'B'] },
      list: { items: { type: 'integer' } },
      constructor: { type: 'string' },
    },
    required: ['kind', 'constructor'],
    additionalProperties: false,
  };
  const rows: Record<string, unknown>[] = [
    { kind: 'A', constructor: 'c' },
    { kind: 'C', list: [1, 'x'], 'more/of': 1 },
  ];
  await expect(thread.check('a', { key: 'words', jsonSchema, rows })).resolves.toMatchObject([
    [],
    [
      { path: 'constructor', message: 'Must be given.' },
      { path: 'more/of', message: 'Is not allowed here.' },
      { path: 'kind', message: 'Must be one of "A", "B".' },
      { path: 'list.1', message: 'Must be integer.' },
    ],
  ]);
});

it('stops what takes too long, and continues with what waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const worked: string[] = [];
  // The machine was busy with other things.
  let processorTime = 299;
  const hasty = new SchemaThread({
    deadlineMs: 300,
    maxQueued: 10,
    worked: (caller) => worked.push(caller),
    startClock: () => async () => processorTime,
  });
  const mild = { key: 'mild', jsonSchema: { type: 'object' }, rows: [{}] };
  const slow = hasty.check('a', { key: 'endless', jsonSchema: endlessSchema, rows: [{ slow: 1 }] });
  const waiting = hasty.check('b', mild);
  const refused = hasty.check('a', mild, () => {
    throw new Error('not any more');
  });
  const deadlineSet = async () => {
    await expect.poll(() => vi.getTimerCount()).toBe(1);
  };
  await deadlineSet();
  vi.advanceTimersByTime(300);
  await deadlineSet();
  expect(worked).toEqual([]);
  processorTime = 300;
  vi.advanceTimersByTime(300);
  await expect(slow).rejects.toBeInstanceOf(SchemaTooSlow);
  await expect(waiting).resolves.toEqual([[]]);
  await expect(refused).rejects.toThrow('not any more');
  expect(worked).toEqual(['a', 'b']);
  await hasty.close();
});

it('matches a pattern in linear time on which a backtracking engine would never finish', async () => {
  const jsonSchema = {
    properties: { a: { pattern: '^(a+)+$' } },
    patternProperties: { '^(b|bb)+$': false },
    propertyNames: { pattern: '^(c*)*d?|.$|^[^d]*$' },
  };
  const rows = [
    { a: `${'a'.repeat(50_000)}!`, ['b'.repeat(50_000)]: 1 },
    { a: 'aa', c: 1 },
  ];
  const [broken = [], fine] = await thread.check('a', { key: 'patterns', jsonSchema, rows });
  expect(broken.map(({ message }) => message)).toEqual([
    'Must match pattern "^(a+)+$".',
    'Boolean schema is false.',
  ]);
  expect(fine).toEqual([]);
});

it.each([
  ['a(?=b)', 'Lookahead'],
  [String.raw`(a)\1`, 'Reference'],
])('refuses the pattern %s, and names it', async (pattern) => {
  for (const schema of [{ pattern }, { patternProperties: { [pattern]: true } }]) {
    const {
      problems: [problem, ...more],
    } = await thread.reportOn('a', { properties: { b: schema } });
    expect(more).toMatchObject([]);
    expect(problem?.message).toMatch(/^The pattern ".*" cannot be used: .* is not supported\.$/);
    expect(problem?.message).toContain(`"${pattern}"`);
  }
});

it('reports a stored schema that is no longer supported', async () => {
  const check = { key: 'old', jsonSchema: { pattern: 'a(?=b)' }, rows: ['ab', 'b'] };
  const unusable = [{ path: '', ...say('schemaUnusable') }];
  await expect(thread.check('a', check)).resolves.toEqual([unusable, unusable]);
  await expect(thread.check('a', check)).resolves.toEqual([unusable, unusable]);
});

it('checks multiples in decimal', async () => {
  const jsonSchema = { properties: { price: { multipleOf: 0.01 } } };
  const rows = [19.99, 143.48, 2_000_000.13, 0.015].map((price) => ({ price }));
  await expect(thread.check('a', { key: 'multiples', jsonSchema, rows })).resolves.toMatchObject([
    [],
    [],
    [],
    [{ path: 'price', message: 'Must be multiple of 0.01.' }],
  ]);
});

describe('a published schema', () => {
  const arazzo = (inputs: object) => ({
    arazzo: '1.0.1',
    info: { title: 'a', version: '1' },
    sourceDescriptions: [{ name: 'a', url: 'a', type: 'openapi' }],
    workflows: [{ workflowId: 'a', inputs, steps: [{ stepId: 'a', operationId: 'a' }] }],
  });
  const published = new URL('./testdata/published-schemas/', import.meta.url);
  it.each<[name: string, right: unknown, wrong: unknown, path: string]>([
    // It refers to the schema of schemas of 2020-12.
    [
      'arazzo-1.0',
      arazzo({ type: 'object', required: ['a'] }),
      arazzo({ type: 'objekt' }),
      'workflows.0.inputs.type',
    ],
    ['commitlint', { extends: ['a'] }, { helpUrl: 1 }, 'helpUrl'],
    [
      'custom-elements-manifest',
      { schemaVersion: '1.0.0', modules: [] },
      { schemaVersion: '1.0.0', modules: [{ kind: 'javascript-module' }] },
      'modules.0.path',
    ],
    ['data-package', { resources: [{ name: 'a', path: 'a.csv' }] }, { resources: [] }, 'resources'],
    [
      'geojson-feature-collection',
      { type: 'FeatureCollection', features: [] },
      { type: 'FeatureCollection', features: [{ type: 'Feature' }] },
      'features.0.geometry',
    ],
    [
      'json-resume',
      { basics: { email: 'ada@example.org' } },
      { basics: { email: 'ada' } },
      'basics.email',
    ],
    [
      'openapi-2.0',
      { swagger: '2.0', info: { title: 'a', version: '1' }, paths: {} },
      { swagger: '2.0', info: { title: 'a' }, paths: {} },
      'info.version',
    ],
    [
      'openapi-3.0',
      { openapi: '3.0.3', info: { title: 'a', version: '1' }, paths: {} },
      { openapi: '3.0.3', info: { title: 'a' }, paths: {} },
      'info.version',
    ],
    [
      'openapi-3.1',
      { openapi: '3.1.0', info: { title: 'a', version: '1' }, paths: {} },
      { openapi: '3.1.0', info: { title: 'a' }, paths: {} },
      'info.version',
    ],
    [
      'topojson',
      { type: 'Topology', objects: {}, arcs: [] },
      { type: 'Topology', arcs: [] },
      'objects',
    ],
    ['turbo', { tasks: {} }, { tasks: 1 }, 'tasks'],
  ])('%s is accepted as it is, and checks data', async (name, right, wrong, path) => {
    const jsonSchema = JSON.parse(readFileSync(new URL(`${name}.json`, published), 'utf8'));
    const { problems } = await thread.reportOn('a', jsonSchema);
    expect(problems).toEqual([]);
    const [fine, broken = []] = await thread.check('a', {
      key: name,
      jsonSchema,
      rows: [right, wrong],
    });
    expect(fine).toEqual([]);
    expect(broken.map((problem) => problem.path)).toContain(path);
  });
});

describe('a format', () => {
  const long = (part: string) => part.repeat(Math.ceil(50_000 / part.length));
  it.each([
    ['email', 'ada@example.org', `a@${long('a')}!`],
    ['email', "o'Neill@Sub.Example.ORG", `${long('a.')}a`],
    ['uri', 'https://example.org/a?b=c#d', `https://${long('%41@')}^`],
    ['uri', 'urn:isbn:0451450523', 'example.org'],
    ['uri-reference', '../a/b', `//${long(':1')}^`],
    ['uri-template', 'https://example.org/{a}/{b*}', `{${long('a,')}`],
    ['url', 'https://ada:secret@example.org:8080/a', `http://${long(':@')}`],
    // https://www.rfc-editor.org/rfc/rfc6532, rfc5890 and rfc3987
    ['idn-email', 'jörg@müller.example', `${long('ö.')}a`],
    ['idn-email', '用户@例子.广告', 'a b@example.org'],
    ['idn-hostname', 'müller.example', long('ü-')],
    ['iri', 'https://müller.example/straße?q=ü#é', `https://${long('ü@')}^`],
    ['iri-reference', '../straße', `//${long('ü:')}^`],
    ['json-pointer', '/a/b~1c', long('/~')],
    ['json-pointer-uri-fragment', '#/a/%41', `#${long('/a')}^`],
    ['relative-json-pointer', '1/a', `1${long('/~')}`],
    ['hostname', 'example.org', long('a-')],
    ['duration', 'P1DT2H', `P${long('1')}`],
    ['ipv6', '2001:db8::1', long('1:')],
    ['date-time', '2026-01-02T03:04:05Z', long('1t')],
    ['byte', 'YWJj', `${long('YWJj')}!`],
    ['regex', '^a+$', long('(a')],
  ])('%s is rejected for a long text in linear time', async (format, right, wrong) => {
    const check = { key: `format ${format}`, jsonSchema: { format }, rows: [right, wrong] };
    await expect(thread.check('a', check)).resolves.toMatchObject([
      [],
      [{ path: '', message: `Must match format "${format}".` }],
    ]);
  });
});
