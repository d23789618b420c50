import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  changeApplication,
  getApplication,
  listApplications,
} from '@annals/contracts/applications';
import { createToken } from '@annals/contracts/api-tokens';
import { getChangePolicy, putChangePolicy } from '@annals/contracts/change-policy';
import { agentOf } from '@annals/contracts/agents';
import { listEvents } from '@annals/contracts/events';
import {
  createIdentityProvider,
  listIdentityProviders,
} from '@annals/contracts/identity-providers';
import { putObjectType } from '@annals/contracts/object-types';
import { listMembers, listPartitions, putMember, removeMember } from '@annals/contracts/partitions';
import { createRole } from '@annals/contracts/roles';
import { addUserRoles, changeUserStatus, findUserByName } from '@annals/contracts/users';
import { ApiClient } from '../client/api-client.ts';
import { readConfig } from '../config.ts';
import { loadDemo } from '../demo/demo.ts';
import { startServer, type RunningServer } from '../running-server.ts';
import { anyLocation, type DatabaseLocation } from '../testing/database-locations.ts';
import { startProgram } from '../testing/running-program.ts';
import { accessSentence } from './access.ts';
import { Apply, carryOut } from './apply.ts';
import { readCurrentState } from './current-state.ts';
import { exportFiles } from './export.ts';
import { readFiles } from './files.ts';
import { kinds } from './kinds.ts';
import { makePlan } from './plan.ts';

const log = pino({ level: 'silent' });
const password = 'grey heron on the pier';
const secret = 'a secret that is in no file';
const operator = 'operator@example.org';
const master = 'master@example.org';
/** Enough for one of each kind. */
const headcount = 28;
const places: DatabaseLocation[] = [];
const scratch = mkdtempSync(path.join(tmpdir(), 'annals-configuration-'));
const directory = path.join(scratch, 'configuration');

let demo: RunningServer;
let target: RunningServer;
let demoClient: ApiClient;
let client: ApiClient;

async function start(): Promise<{ server: RunningServer; config: ReturnType<typeof readConfig> }> {
  const place = await anyLocation();
  places.push(place);
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DEMO_PASSWORD: password,
    ALIAS_HOSTS: 'example.org',
    ...place.variables,
  });
  const server = await startServer({ config, log, withoutFiles: true });
  await server.services?.prepared;
  return { server, config };
}

async function signedIn({ localUrl = '' }: RunningServer, username: string): Promise<ApiClient> {
  const one = new ApiClient(localUrl);
  await one.signIn({ username, password });
  return one;
}

beforeAll(async () => {
  const [first, second] = await Promise.all([start(), start()]);
  demo = first.server;
  target = second.server;
  await loadDemo(first.config, demo, log, headcount);
  await target.services?.authentication.createUser({
    email: operator,
    name: 'Olga Operator',
    roles: ['GLOBAL_MASTER'],
    password,
  });
  demoClient = await signedIn(demo, master);
  client = await signedIn(target, operator);
  await furnish(demoClient);
});
afterAll(async () => {
  await demo.stop();
  await target.stop();
  for (const place of places) await place.remove();
  rmSync(scratch, { recursive: true, force: true });
});

/** What the demo lacks: a provider with a secret, a schema and a change policy. */
async function furnish(one: ApiClient): Promise<void> {
  await one.call(createIdentityProvider, {
    body: {
      name: 'Okta',
      issuer: 'https://login.example.org',
      clientId: 'annals',
      clientSecret: secret,
      groupRoles: { support: 'SUPPORT' },
      provisioning: 'CREATE',
    },
  });
  const params = { partitionId: await partitionId(one) };
  const jsonSchema = { type: 'object', properties: { title: { type: ['string', 'null'] } } };
  await one.call(putObjectType, { params: { ...params, type: 'PRODUCT' }, body: { jsonSchema } });
  const { id } = await one.call(findUserByName, { params: { username: 'user@example.org' } });
  await one.call(putChangePolicy, {
    params,
    body: {
      rules: [
        { types: ['PRODUCT'], approvals: 1, approvers: { roles: ['OWNER'], userIds: [id] } },
        { types: null, approvals: 0 },
      ],
    },
  });
}

async function partitionId(one: ApiClient): Promise<string> {
  const { data } = await one.call(listPartitions, { query: { name: 'Product lifecycles' } });
  return data[0]?.id ?? '';
}

/** Runs the program until it exits. */
async function annals(
  words: string[],
  { localUrl = '' }: RunningServer,
  variables: Record<string, string> = {},
) {
  const user = variables['ANNALS_TOKEN']
    ? []
    : ['--user', localUrl === demo.localUrl ? master : operator];
  const program = startProgram(
    [...words, '--url', localUrl, ...user],
    { ANNALS_PASSWORD: password, ...variables },
    scratch,
  );
  const { code } = await program.exited;
  return { code, output: program.output(), errors: program.errors() };
}

const planOf = async (files = directory, one = client) => {
  const current = await readCurrentState(one);
  const options = { renewsSecrets: false };
  return { current, plan: makePlan(current, await readFiles(files, kinds), options) };
};
/** Like the command after the confirmation. */
async function applyNow(): Promise<void> {
  const { current, plan } = await planOf();
  const apply = new Apply(client, current, directory);
  await apply.readSecrets(plan.changes);
  expect((await carryOut(plan.changes, apply, () => {})).stopped).toBeUndefined();
}

const sentencesOf = async (files?: string) =>
  (await planOf(files)).plan.changes.map(({ sentence }) => sentence);

/** Changes a file of the directory. */
function edit(name: string, from: string | RegExp, to: string): void {
  const file = path.join(directory, name);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
}

const applied = async () => {
  const { data } = await client.call(listEvents, { query: { action: 'configuration.applied' } });
  return data;
};

describe('the configuration of the demo', () => {
  it('is exported without secrets, and without disabled users', async () => {
    const { code, output, errors } = await annals(['export-config', directory], demo);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain('partitions/product-lifecycles.yaml');
    const texts = readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.\w+$/.test(name))
      .map((name) => readFileSync(path.join(directory, name), 'utf8'));
    expect(texts).toHaveLength(8);
    for (const text of texts) expect(text).not.toContain(secret);
    const providers = readFileSync(path.join(directory, 'identity-providers.yaml'), 'utf8');
    expect(providers).toMatch(/^# yaml-language-server: \$schema=\.\/schema\.json\n/);
    expect(providers).toContain('clientSecret: env:ANNALS_OKTA_CLIENT_SECRET');
    const partition = path.join(directory, 'partitions', 'product-lifecycles.yaml');
    expect(readFileSync(partition, 'utf8')).toContain('$schema=../schema.json');
    const { current } = await planOf(directory, demoClient);
    const disabled = [...current.configuration.users].filter(
      ([, { status }]) => status === 'DISABLED',
    );
    expect(disabled.length).toBeGreaterThan(0);
    const grants = readFileSync(path.join(directory, 'grants.yaml'), 'utf8');
    for (const [email] of disabled) expect(grants).not.toContain(email);
  });

  it('is no change for the demo', async () => {
    const { code, output } = await annals(['plan', directory, '--exit-code'], demo);
    expect(output).toContain('No changes: the server matches the files.');
    expect(code).toBe(0);
  });

  it('does not overwrite files unasked', async () => {
    const { code, errors } = await annals(['export-config', directory], demo);
    expect([code, errors]).toEqual([1, expect.stringContaining('--replace')]);
    expect(existsSync(path.join(directory, 'schema.json'))).toBe(true);
  });

  it('is not applied before everything it needs exists', async () => {
    const uninvited = await annals(['apply', directory, '--yes'], target);
    expect(uninvited.code).toBe(1);
    expect(uninvited.errors).toMatch(/have no account here. Add --invite/);
    const secretless = await annals(['apply', directory, '--yes', '--invite'], target);
    expect(secretless.code).toBe(1);
    expect(secretless.errors).toMatch(
      /identity-providers\.yaml:\d+: The environment variable ANNALS_OKTA_CLIENT_SECRET is not set/,
    );
    const unasked = await annals(['apply', directory, '--invite'], target, {
      ANNALS_OKTA_CLIENT_SECRET: secret,
    });
    expect(unasked.errors).toContain('Add --yes');
    expect(await applied()).toHaveLength(0);
    const { data } = await client.call(listPartitions, { query: {} });
    expect(data).toHaveLength(0);
  });

  it('leaves no changes after being applied to an empty server, and is one event', async () => {
    const { code, output, errors } = await annals(
      ['apply', directory, '--yes', '--invite', '--reason', 'commit 4f1c2aa'],
      target,
      { ANNALS_OKTA_CLIENT_SECRET: secret },
    );
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain('+ Creates the role SUPPORT.');
    expect(output).toContain('+ Creates the partition Product lifecycles.');
    expect(output).toMatch(/Once they accept the invitation, .* gains?: .*Product lifecycles/);
    expect(output).toMatch(/\d+ changes made\.\n$/);
    expect(output).not.toContain(secret);

    const again = await annals(['plan', directory, '--exit-code'], target);
    expect(again.output).toContain('No changes: the server matches the files.');
    expect(again.code).toBe(0);
    const repeated = await annals(['apply', directory, '--yes'], target);
    expect(repeated.code).toBe(0);

    const { data: providers } = await client.call(listIdentityProviders, { query: {} });
    expect(providers).toMatchObject([{ name: 'Okta', hasClientSecret: true }]);
    const policy = await client.call(getChangePolicy, {
      params: { partitionId: await partitionId(client) },
    });
    expect(policy.rules[0]).toMatchObject({
      types: ['PRODUCT'],
      approvals: 1,
      approvers: { roles: ['OWNER'], users: [{}] },
    });
    const events = await applied();
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      actor: { name: 'Olga Operator' },
      after: {
        reason: 'commit 4f1c2aa',
        changes: expect.arrayContaining([expect.stringContaining('Creates the role SUPPORT.')]),
        accessChanges: expect.arrayContaining([expect.stringContaining('Product lifecycles')]),
      },
    });
    expect(JSON.stringify(events)).not.toContain(secret);
    // Each change says that it was made by this run.
    expect(agentOf(events[0]?.requestId ?? null)).toBe('CONFIGURATION');
    const { data: created } = await client.call(listEvents, { query: { action: 'role.created' } });
    expect(created.length).toBeGreaterThan(0);
    for (const { requestId } of created) expect(requestId).toBe(events[0]?.requestId);
  });
});

describe('after it is applied', () => {
  beforeEach(async () => {
    const left = await sentencesOf();
    if (left.length > 0) throw new Error(`The test before left this: ${left.join(' ')}`);
  });

  it('detects one manual change, and reverts it', async () => {
    const params = { partitionId: await partitionId(client) };
    const { id: userId } = await client.call(findUserByName, {
      params: { username: 'user@example.org' },
    });
    await client.call(putMember, { params: { ...params, userId }, body: { role: 'READER' } });
    const { code, output } = await annals(['plan', directory, '--exit-code'], target);
    expect(code).toBe(2);
    expect(output).toContain(
      '~ Makes user@example.org EDITOR of Product lifecycles instead of READER.',
    );
    expect(output).toMatch(
      /^\+ Once they accept the invitation, Uwe User \(user@example\.org\) gains: may write Product lifecycles \(member as EDITOR, role USER; until now read Product lifecycles\)\.$/m,
    );
    const json = await annals(['plan', directory, '--json'], target);
    expect(json.code).toBe(0);
    expect(JSON.parse(json.output)).toMatchObject({
      changes: [{ action: 'CHANGE', kind: 'partition', name: 'Product lifecycles' }],
      access: [{ direction: 'gains', holders: [expect.stringContaining('Uwe User')] }],
      leftAlone: expect.any(Array),
    });
    await applyNow();
    const { data } = await client.call(listMembers, { params });
    expect(data.find((member) => member.userId === userId)?.role).toBe('EDITOR');
  });

  it('reports who gains what from a role with more permissions, and who loses it again', async () => {
    edit('roles.yaml', /(SUPPORT:[^]*?- users:read\n)/, '$1      - users:write\n');
    const { plan } = await planOf();
    expect(plan.changes).toMatchObject([
      { sentence: 'Changes the role SUPPORT.', details: ['permissions: +users:write'] },
    ]);
    const sentences = plan.access.map(accessSentence);
    expect(sentences).toContainEqual(
      expect.stringMatching(
        /gains?: may invite, change and disable users and what they hold in .*Service desk and below \(role SUPPORT through the unit .*Service desk\)\.$/,
      ),
    );
    const holders = plan.access.flatMap((each) => each.holders);
    expect(holders).toContain('Whoever is in the group support of Okta');
    await applyNow();
    expect(await sentencesOf()).toEqual([]);
    edit('roles.yaml', '      - users:write\n', '');
    const { plan: back } = await planOf();
    expect(back.access.every(({ direction }) => direction === 'loses')).toBe(true);
    await applyNow();
  });

  it('stops if something was changed after the plan, and reports what is done', async () => {
    edit('roles.yaml', /(SUPPORT:\n\s+description: ).*/, '$1Changed by the files');
    edit('applications.yaml', /(Release calendar:\n\s+description: ).*/, '$1Changed by the files');
    const { current, plan } = await planOf();
    const { data: applications } = await client.call(listApplications, { query: {} });
    const named = applications.find(({ name }) => name === 'Release calendar');
    const params = { applicationId: named?.id ?? '' };
    await client.call(changeApplication, { params, body: { description: 'Changed by hand' } });
    const outcome = await carryOut(plan.changes, new Apply(client, current, directory), () => {});
    expect(outcome.done.map(({ name }) => name)).toEqual(['SUPPORT']);
    expect(outcome.stopped).toMatchObject({
      change: { name: 'Release calendar' },
      isConflict: true,
      why: expect.stringContaining('changed since you read it'),
    });
    const { description } = await client.call(getApplication, { params });
    expect(description).toBe('Changed by hand');
    expect(await sentencesOf()).toEqual(['Changes the application Release calendar.']);
    await applyNow();
  });

  it('records no access gains of changes that were not made', async () => {
    const refused = path.join(directory, 'refused.yaml');
    writeFileSync(
      refused,
      'kind: identity-providers\nidentityProviders:\n  Refused: {issuer: "http://refused.example", clientId: x, clientSecret: "env:REFUSED"}\n',
    );
    const members = 'partitions/product-lifecycles.yaml';
    edit(members, 'user@example.org: EDITOR', 'user@example.org: OWNER');
    const { code, output, errors } = await annals(['apply', directory, '--yes'], target, {
      REFUSED: secret,
    });
    expect([code, errors]).toEqual([1, expect.stringContaining('Stopped before: Creates the')]);
    expect(output).toMatch(/Uwe User .* gains: may write and administer Product lifecycles/);
    const { data } = await client.call(listEvents, { query: { action: 'configuration.stopped' } });
    expect(data[0]).toMatchObject({
      after: { changes: [], accessChanges: [], stopped: expect.stringContaining('Refused') },
    });
    rmSync(refused);
    edit(members, 'user@example.org: OWNER', 'user@example.org: EDITOR');
  });

  it('stops if roles and memberships, which have no version, differ from the plan', async () => {
    const params = { partitionId: await partitionId(client) };
    const { id: userId } = await client.call(findUserByName, {
      params: { username: 'admin@example.org' },
    });
    edit('grants.yaml', /(admin@example\.org:[^]*?roles:\n)/, '$1      - AUDITOR\n');
    edit(
      'partitions/product-lifecycles.yaml',
      'admin@example.org: READER',
      'admin@example.org: OWNER',
    );
    const { current, plan } = await planOf();
    expect(plan.changes.map(({ kind }) => kind)).toEqual(['user', 'partition']);
    const runOnly = (kind: string) =>
      carryOut(
        plan.changes.filter((change) => change.kind === kind),
        new Apply(client, current, directory),
        () => {},
      );
    await client.call(addUserRoles, { params: { userId }, query: { role: ['USER'] } });
    await client.call(removeMember, { params: { ...params, userId } });
    for (const kind of ['user', 'partition'])
      expect(await runOnly(kind)).toMatchObject({ done: [], stopped: { isConflict: true } });
    await applyNow();
  });

  it('leaves what is not in the files, unless they are complete', async () => {
    await client.call(createRole, {
      body: { name: 'EXTRA', description: '', permissions: ['users:read'], scope: 'all' },
    });
    const { plan } = await planOf();
    expect(plan.changes).toEqual([]);
    expect(plan.leftAlone).toContain('Roles: EXTRA');
    expect(plan.leftAlone).toContain(`Members of Product lifecycles: ${operator}`);
    edit('roles.yaml', 'complete: false', 'complete: true');
    expect(await sentencesOf()).toEqual(['Deletes the role EXTRA.']);
    const { id: userId } = await client.call(findUserByName, {
      params: { username: operator },
    });
    await client.call(addUserRoles, { params: { userId }, query: { role: ['EXTRA'] } });
    await expect(sentencesOf()).rejects.toThrow(
      /roles\.yaml:\d+: The role EXTRA would be deleted, and operator@example\.org needs it/,
    );
    edit(
      'grants.yaml',
      'users:\n',
      `users:\n  ${operator}:\n    roles: [GLOBAL_MASTER]\n    units: []\n`,
    );
    const { output } = await annals(['apply', directory, '--yes'], target);
    expect(output).toMatch(
      /- Olga Operator \(.*\) loses: may see users .*role EXTRA|done: Deletes the role EXTRA/,
    );
    edit('roles.yaml', 'complete: true', 'complete: false');
  });

  it('creates, changes and removes each kind of thing, in a working order', async () => {
    const add = (kind: string, ...lines: string[]) =>
      writeFileSync(
        path.join(directory, `more-${kind}.yaml`),
        `kind: ${kind}\n${lines.join('\n')}\n`,
      );
    const added = ['roles', 'units', 'applications', 'identity-providers', 'partition'];
    add('roles', 'roles:', '  GARDENER: {permissions: [partitions:write], scope: all}');
    add(
      'units',
      'units:',
      '  Garden/Beds ~1 Trees: {roles: [GARDENER], emailDomains: [Beds.example]}',
      '  Garden: {secondFactorRequired: true}',
    );
    add('applications', 'applications:', '  Sprinkler: {unit: Garden, roles: [GARDENER]}');
    const provider = (more: string) =>
      add(
        'identity-providers',
        'identityProviders:',
        `  Garden gate: {issuer: "https://gate.example.org", clientId: annals, unit: Garden, ${more}}`,
      );
    provider('newUserRoles: [GARDENER], newUserUnit: Garden/Beds ~1 Trees, provisioning: CREATE');
    const partition = (...more: string[]) =>
      add('partition', 'name: Plants / all', 'retentionDays: 30', ...more);
    const members = (role: string) =>
      `members: {users: {user@example.org: ${role}}, applications: {Sprinkler: EDITOR}}`;
    partition(members('OWNER'), 'types: {TREE: {schema: {type: object}}}');
    const { plan } = await planOf();
    expect(plan.changes.map(({ sentence }) => sentence)).toEqual([
      'Creates the role GARDENER.',
      'Creates the unit Garden.',
      'Creates the unit Garden/Beds ~1 Trees.',
      'Creates the application Sprinkler.',
      'Creates the identity provider Garden gate.',
      'Creates the partition Plants / all.',
      'Sets the schema of TREE in Plants / all.',
      'Adds user@example.org to Plants / all as OWNER.',
      'Adds Sprinkler to Plants / all as EDITOR.',
    ]);
    await applyNow();
    expect(await sentencesOf()).toEqual([]);

    provider('enabled: false, scopes: [openid, groups], newUserRoles: []');
    add(
      'applications',
      'applications:',
      '  Sprinkler: {unit: null, description: Waters, roles: []}',
    );
    partition(
      'archived: true',
      members('READER'),
      'types: {TREE: {schema: {type: object, required: [name]}}, BED: {schema: {type: object}}}',
      'changePolicy: {breakGlass: true, rules: [{types: [TREE], approvals: 1, approvers: {users: [USER@example.org]}}]}',
    );
    expect(await sentencesOf()).toEqual([
      'Changes the application Sprinkler.',
      'Changes the identity provider Garden gate.',
      'Sets the schema of BED in Plants / all.',
      'Changes the schema of TREE in Plants / all.',
      'Makes user@example.org READER of Plants / all instead of OWNER.',
      'Changes the change policy of Plants / all.',
      'Archives the partition Plants / all, which makes it read-only.',
    ]);
    await applyNow();
    expect(await sentencesOf()).toEqual([]);

    partition(
      'archived: false',
      'complete: true',
      'changePolicy: {rules: []}',
      `members: {users: {${operator}: OWNER}}`,
    );
    for (const kind of added.slice(0, 4)) {
      rmSync(path.join(directory, `more-${kind}.yaml`));
      edit(`${kind}.yaml`, 'complete: false', 'complete: true');
    }
    expect(await sentencesOf()).toEqual([
      'Unarchives the partition Plants / all.',
      'Removes the schema of BED in Plants / all: any data of that type is accepted.',
      'Removes the schema of TREE in Plants / all: any data of that type is accepted.',
      'Changes the change policy of Plants / all.',
      'Removes user@example.org (READER) from Plants / all.',
      'Removes Sprinkler (EDITOR) from Plants / all.',
      'Deletes the identity provider Garden gate and unlinks its accounts.',
      'Deletes the application Sprinkler; its tokens stop working.',
      'Deletes the unit Garden/Beds ~1 Trees.',
      'Deletes the unit Garden.',
      'Deletes the role GARDENER.',
    ]);
    await applyNow();
    expect(await sentencesOf()).toEqual([]);
    rmSync(path.join(directory, 'more-partition.yaml'));
    for (const kind of added.slice(0, 4)) edit(`${kind}.yaml`, 'complete: true', 'complete: false');
  });

  it('sets a secret again on request, even from a file', async () => {
    writeFileSync(path.join(directory, 'okta-secret'), 'rotated\n');
    edit('identity-providers.yaml', /clientSecret: .*/, 'clientSecret: file:okta-secret');
    expect(await sentencesOf()).toEqual([]);
    const current = await readCurrentState(client);
    const plan = makePlan(current, await readFiles(directory, kinds), { renewsSecrets: true });
    expect(plan.changes).toMatchObject([
      {
        sentence: 'Changes the identity provider Okta.',
        details: ['clientSecret: set again from file:okta-secret'],
      },
    ]);
    const apply = new Apply(client, current, directory);
    await apply.readSecrets(plan.changes);
    expect(await carryOut(plan.changes, apply, () => {})).toMatchObject({ done: [{}] });
    const { data: events } = await client.call(listEvents, {
      query: { action: 'identityProvider.changed' },
    });
    expect(events[0]?.after).toEqual({ clientSecret: 'changed' });
  });

  it('reports files and lines with references that do not exist', async () => {
    const other = path.join(scratch, 'wrong');
    await exportFiles(await readCurrentState(client), other, false);
    writeFileSync(
      path.join(other, 'more.yaml'),
      [
        'kind: applications',
        'applications:',
        '  Importer:',
        '    unit: Nowhere',
        '    roles: [NOBODY]',
        '',
      ].join('\n'),
    );
    const { code, errors } = await annals(['plan', other, '--exit-code'], target);
    expect(code).toBe(1);
    expect(errors).toContain('more.yaml:4: There is no unit "Nowhere"');
    expect(errors).toContain('more.yaml:5: There is no role "NOBODY"');
    const words = await annals(['plan'], target);
    expect(words.code).toBe(1);
  });

  it('reports that alias hosts are a setting of the server', async () => {
    edit('alias-hosts.yaml', '- example.org', '- example.org\n  - "*.example.net"');
    const { code, output } = await annals(['plan', directory, '--exit-code'], target);
    expect(code).toBe(2);
    expect(output).toContain('! Start the server with ALIAS_HOSTS=*.example.net,example.org');
    edit('alias-hosts.yaml', '\n  - "*.example.net"', '');
  });

  it('works with an API token, within its scope', async () => {
    const token = async (scopes: ('read' | 'admin')[]) => {
      const body = { description: 'pipeline', scopes, expiresDate: '2099-01-01T00:00:00Z' };
      const made = await client.call(createToken, { body });
      return { ANNALS_TOKEN: made.token ?? '' };
    };
    const reading = await token(['read']);
    expect((await annals(['plan', directory, '--exit-code'], target, reading)).code).toBe(0);
    edit('roles.yaml', 'Changed by the files', 'Changed with a token');
    const refused = await annals(['apply', directory, '--yes'], target, reading);
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('Stopped before')]);
    const writing = await token(['read', 'admin']);
    expect((await annals(['apply', directory, '--yes'], target, writing)).code).toBe(0);
  });

  it('shows users no more than they may see', async () => {
    const user = await signedIn(demo, 'user@example.org');
    const current = await readCurrentState(user);
    expect(current.hidden.get('users')).toBe('You may not read it.');
    const own = path.join(scratch, 'own');
    const { files, notes } = await exportFiles(current, own, false);
    expect(files).toEqual(['schema.json', 'roles.yaml', 'partitions/product-lifecycles.yaml']);
    expect(notes).toContain('No file of users is written. You may not read it.');
    expect(
      makePlan(current, await readFiles(own, kinds), { renewsSecrets: false }).changes,
    ).toEqual([]);
    const all = await readFiles(directory, kinds);
    expect(() => makePlan(current, all, { renewsSecrets: false })).toThrow(
      /grants\.yaml:\d+: You may not read it\./,
    );
  });

  it('ignores the access of disabled users', async () => {
    const { id: userId } = await client.call(findUserByName, {
      params: { username: 'admin@example.org' },
    });
    await client.call(changeUserStatus, { params: { userId }, body: { status: 'DISABLED' } });
    edit('grants.yaml', /(admin@example\.org:[^]*?roles:\n)\s+- AUDITOR\n/, '$1');
    const { plan } = await planOf();
    expect(plan.changes.map(({ sentence }) => sentence)).toEqual([
      'Changes the roles or units of admin@example.org.',
    ]);
    expect(plan.access).toEqual([]);
    await applyNow();
  });
});
