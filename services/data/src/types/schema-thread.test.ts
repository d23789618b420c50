import { afterAll, expect, it } from 'vitest';
import { SchemaThread, SchemaTooSlow } from './schema-thread.ts';

const thread = new SchemaThread();
afterAll(async () => thread.close());

const draft = 'https://json-schema.org/draft/2020-12/schema';

it.each([
  [{}],
  [{ $schema: draft, $id: 'https://example.org/a', type: 'object' }],
  [{ $id: 'https://example.org/a', properties: { at: { format: 'date' } } }],
  [{ $defs: { word: { type: 'string' } }, properties: { a: { $ref: '#/$defs/word' } } }],
])('takes %j', async (schema) => {
  await expect(thread.problemsOf('lane', schema)).resolves.toEqual([]);
});

it.each([
  [{ type: 'objekt' }, 'type', /^Must be one of "array"/],
  [{ properties: { a: { minimum: 'x' } } }, 'properties.a.minimum', /Must be number/],
  [{ properties: { a: { nonsense: 1 } } }, '', /unknown keyword: "nonsense"/],
  [{ properties: { a: { format: 'colour' } } }, '', /Unknown format "colour"/],
  [{ properties: { a: { pattern: '(' } } }, '', /Invalid regular expression/],
  [{ $ref: 'https://example.org/b' }, '', /resolve reference/],
  [{ $ref: '#' }, '', /refers to itself without end/],
  [{ $async: true }, '$async', /no keyword/],
  [{ $schema: 'http://json-schema.org/draft-07/schema#' }, '$schema', /Leave it out/],
])('does not take %j', async (schema, path, message) => {
  await expect(thread.problemsOf('lane', schema)).resolves.toContainEqual({
    path,
    message: expect.stringMatching(message),
  });
});

it('refuses the data that a schema leads to itself from, and goes on', async () => {
  const jsonSchema = { dependentSchemas: { a: { $ref: '#' } } };
  const rows = [{ a: 1 }, { b: 1 }];
  await expect(thread.check('lane', [{ key: 'endless', jsonSchema, rows }])).resolves.toEqual([
    [[{ path: '', message: expect.stringMatching(/refers to itself without end/) }], []],
  ]);
});

it('tells every place in plain words', async () => {
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
  await expect(thread.check('lane', [{ key: 'words', jsonSchema, rows }])).resolves.toEqual([
    [
      [],
      [
        { path: 'constructor', message: 'Must be given.' },
        { path: 'more/of', message: 'Is not allowed here.' },
        { path: 'kind', message: 'Must be one of "A", "B".' },
        { path: 'list.1', message: 'Must be integer.' },
      ],
    ],
  ]);
});

it('ends what takes too long, says which schema it was, and goes on with the others', async () => {
  const hasty = new SchemaThread(300);
  const mild = { key: 'mild', jsonSchema: { type: 'object' }, rows: [{}] };
  await hasty.check('lane', [mild]);
  const evil = {
    key: 'evil',
    jsonSchema: { properties: { a: { pattern: '^(a+)+$' } } },
    rows: [{ a: `${'a'.repeat(50)}!` }],
  };
  const slow = hasty.check('lane', [mild, evil]);
  const waiting = hasty.check('lane', [mild]);
  let isOver = false;
  const refusedMeanwhile = hasty.check('lane', [mild], () => isOver);
  slow.catch(() => (isOver = true));
  await expect(slow).rejects.toEqual(new SchemaTooSlow(1));
  await expect(slow).rejects.toMatchObject({ group: 1 });
  await expect(waiting).resolves.toEqual([[[]]]);
  await expect(refusedMeanwhile).rejects.toEqual(new SchemaTooSlow(0));
  await hasty.close();
});
