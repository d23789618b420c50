import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FilesWrong, readFiles } from './files.ts';
import { filesSchema, kinds } from './kinds.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'annals-files-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function write(name: string, ...lines: string[]): void {
  const file = path.join(directory, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
}

async function problems(): Promise<string[]> {
  const wrong: unknown = await readFiles(directory, kinds).catch((error: unknown) => error);
  if (!(wrong instanceof FilesWrong)) throw new Error('Nothing is wrong with the files.');
  return wrong.message.split('\n');
}

it('reads every file below the directory, whatever its name, except hidden ones', async () => {
  write('a.yaml', 'kind: roles', 'roles: {}');
  write('deep/down/b.yml', 'kind: alias-hosts', 'hosts: [example.org]');
  write('.git/c.yaml', 'not: configuration');
  write('notes.txt', 'no YAML: [');
  const files = await readFiles(directory, kinds);
  expect(files.map(({ name }) => name)).toEqual(['a.yaml', path.join('deep', 'down', 'b.yml')]);
  expect(files[1]?.content).toEqual({ kind: 'alias-hosts', hosts: ['example.org'] });
});

it('reports every problem with its file and line', async () => {
  write('grammar.yaml', 'kind: roles', 'roles:', '  A: {', '  B: }}');
  write('kindless.yaml', 'roles: {}');
  write('other.yaml', '# a comment', 'kind: robots');
  write(
    'roles.yaml',
    'kind: roles',
    'roles:',
    '  editors:',
    '    description: In small letters',
    '  EDITORS:',
    '    permissions:',
    '      - users:read',
    '      - users:shout',
    '    colour: red',
  );
  write('partitions/p.yaml', 'kind: partition', 'retentionDays: 0', 'archived: perhaps');
  const found = await problems();
  expect(found).toContainEqual(expect.stringMatching(/^grammar\.yaml:\d: /));
  expect(found).toContainEqual(
    expect.stringMatching(/^kindless\.yaml:1: Name the kind of the file/),
  );
  expect(found).toContainEqual(expect.stringMatching(/^other\.yaml:2: There is no kind "robots"/));
  expect(found).toContainEqual(expect.stringMatching(/^roles\.yaml:3: "editors": Use 2 to 63/));
  expect(found).toContainEqual(expect.stringMatching(/^roles\.yaml:8: roles\.EDITORS\.perm/));
  expect(found).toContain('roles.yaml:9: There is no field "colour" here.');
  const partition = path.join('partitions', 'p.yaml');
  expect(found).toContain(`${partition}:1: name: This is missing.`);
  expect(found).toContainEqual(expect.stringContaining(`${partition}:2: retentionDays: `));
  expect(found).toContainEqual(expect.stringContaining(`${partition}:3: archived: `));
});

it('accepts only references to secrets', async () => {
  const provider = (secret: string) =>
    write(
      'providers.yaml',
      'kind: identity-providers',
      'identityProviders:',
      '  Okta:',
      '    issuer: https://login.example.org',
      '    clientId: annals',
      `    clientSecret: ${secret}`,
    );
  provider('hunter2');
  const [problem = ''] = await problems();
  expect(problem).toMatch(/^providers\.yaml:6: .*env:NAME or file:path/);
  expect(problem).not.toContain('hunter2');
  for (const reference of ['env:OKTA_SECRET', 'file:secrets/okta']) {
    provider(reference);
    expect(await readFiles(directory, kinds)).toHaveLength(1);
  }
});

it('refuses a duplicate key, and an empty directory', async () => {
  expect((await problems())[0]).toContain('annals export-config');
  write('twice.yaml', 'kind: roles', 'roles:', '  A1: {}', '  A1: {}');
  expect((await problems())[0]).toMatch(/^twice\.yaml:4: .*unique/);
});

it('refuses numbers that would get another value, with their lines', async () => {
  write(
    'types.yaml',
    'kind: types',
    'partition: Shop',
    'types:',
    '  A: { schema: { minimum: 9007199254740993, multipleOf: 0.10, maximum: +1E3 } }',
    '  B:',
    '    - 1e400',
    '    - -0.0',
    '    - 0x1F',
    '    - "1e400"',
  );
  expect(await problems()).toEqual([
    expect.stringMatching(/^types\.yaml:4: The number 9007199254740993 cannot be represented/),
    expect.stringMatching(/^types\.yaml:6: The number 1e400 .* Write it in quotes/),
    expect.stringMatching(/^types\.yaml:7: The number -0\.0 /),
  ]);
});

it('has a JSON Schema for editors that knows every kind', () => {
  const schema = JSON.parse(JSON.stringify(filesSchema())) as {
    allOf: { if: { properties: { kind: { const: string } } }; then: Record<string, unknown> }[];
  };
  expect(schema.allOf.map((each) => each.if.properties.kind.const)).toEqual(
    kinds.map(({ kind }) => kind),
  );
  for (const { then } of schema.allOf) {
    expect(then).toMatchObject({ type: 'object', additionalProperties: false });
    expect(then['properties']).toHaveProperty('kind');
  }
  expect(JSON.stringify(schema)).toContain('"users:write"');
});

it('reports aliases that multiply the text, and nesting that no parser follows, instead of failing', async () => {
  const level = (name: string, of: string) =>
    `${name}: &${name} [${Array(10).fill(`*${of}`).join(', ')}]`;
  write(
    'bomb.yaml',
    'kind: roles',
    'a: &a [x]',
    level('b', 'a'),
    level('c', 'b'),
    level('d', 'c'),
    level('e', 'd'),
  );
  // The parser does not survive 5,000 levels.
  for (const depth of [65, 1000, 5000, 20_000])
    write(`deep-${depth}.yaml`, 'kind: roles', `roles: ${'['.repeat(depth)}${']'.repeat(depth)}`);
  write('dashes.yaml', 'kind: roles', 'roles:', `  ${'- '.repeat(5000)}a`);
  write('shallow.yaml', 'kind: roles', `roles: ${'['.repeat(50)}${']'.repeat(50)}`);
  const tooDeep = [65, 1000, 5000, 20_000].map(
    (depth) => `deep-${depth}.yaml:1: It is nested deeper than 64 levels.`,
  );
  expect(await problems()).toEqual([
    'bomb.yaml:1: Its aliases (*name) stand for too much text. Write it out.',
    'dashes.yaml:1: It is nested deeper than 64 levels.',
    ...tooDeep.toSorted(),
    expect.stringMatching(/^shallow\.yaml:2: roles: /),
  ]);
});
