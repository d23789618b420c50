import { expect, it } from 'vitest';
import { accessChanges, accessSentence } from './access.ts';
import {
  applicationKey,
  userKey,
  type Configuration,
  type Partition,
  type Provider,
  type Role,
  type User,
} from './state.ts';

const role = (more: Partial<Role>): Role => ({
  description: '',
  permissions: [],
  scope: 'all',
  builtIn: false,
  secondFactorRequired: false,
  secondFactorGraceHours: 168,
  ...more,
});
const unit = (roles: string[] = [], emailDomains: string[] = []) => ({
  roles,
  emailDomains,
  secondFactorRequired: false,
  secondFactorGraceHours: 168,
});
const user = (name: string, more: Partial<User> = {}): User => ({
  name,
  status: 'ACTIVE',
  roles: [],
  units: [],
  ...more,
});
const partition = (
  members: [string, 'READER' | 'EDITOR' | 'OWNER'][] = [],
  more: Partial<Partition> = {},
): Partition => ({
  description: null,
  retentionDays: null,
  archived: false,
  members: new Map(
    members.map(([name, held]) => [
      name.includes('@') ? userKey(name) : applicationKey(name),
      held,
    ]),
  ),
  types: new Map(),
  changePolicy: { rules: [], breakGlass: false },
  ...more,
});

const state = (more: Partial<Configuration> = {}): Configuration => ({
  roles: new Map([
    ['USER', role({ permissions: ['partitions:write'], builtIn: true })],
    ['LOOK', role({ permissions: ['partitions:read-all'] })],
    ['HELP', role({ permissions: ['users:read'], scope: 'unit' })],
  ]),
  units: new Map([
    ['Engineering', unit()],
    ['Engineering/Databases', unit()],
  ]),
  applications: new Map(),
  identityProviders: new Map(),
  users: new Map([['ada@example.org', user('Ada Lovelace', { roles: ['USER'] })]]),
  partitions: new Map([['Products', partition()]]),
  webhooks: new Map(),
  auditWebhooks: new Map(),
  aliasHosts: [],
  ...more,
});
const ada = (more: Partial<User>) =>
  new Map([['ada@example.org', user('Ada Lovelace', { roles: ['USER'], ...more })]]);
const products = (...given: Parameters<typeof partition>) =>
  new Map([['Products', partition(...given)]]);

const reported = (before: Partial<Configuration>, after: Partial<Configuration>) =>
  accessChanges(state(before), state(after)).map(accessSentence);

it('reports a new member, a higher role, and the reverse', () => {
  const reader = { partitions: products([['ada@example.org', 'READER']]) };
  const editor = { partitions: products([['ada@example.org', 'EDITOR']]) };
  expect(reported({}, reader)).toEqual([
    'Ada Lovelace (ada@example.org) gains: may read Products (member as READER).',
  ]);
  expect(reported(reader, editor)).toEqual([
    'Ada Lovelace (ada@example.org) gains: may write Products (member as EDITOR, role USER; until now read Products).',
  ]);
  expect(reported(editor, reader)).toEqual([
    'Ada Lovelace (ada@example.org) loses: may write Products (member as EDITOR, role USER; from now on read Products).',
  ]);
  expect(reported(editor, editor)).toEqual([]);
});

it('reports what a role with more permissions gives to each holder, including through a parent unit', () => {
  const roles = new Map(state().roles).set(
    'HELP',
    role({ permissions: ['users:read', 'users:write'], scope: 'unit' }),
  );
  const units = new Map(state().units).set('Engineering', unit(['HELP']));
  const users = ada({ units: ['Engineering/Databases'] });
  expect(reported({ units, users }, { units, users, roles })).toEqual([
    'Ada Lovelace (ada@example.org) gains: may invite, change and disable users and what they hold in Engineering/Databases and below (role HELP through the unit Engineering).',
  ]);
});

it('reports access to every partition once, and no unit if everything is allowed', () => {
  const everyone = { users: ada({ roles: ['USER', 'LOOK'] }) };
  expect(reported({}, everyone)).toEqual([
    'Ada Lovelace (ada@example.org) gains: may read every partition (role LOOK).',
  ]);
  const users = ada({ roles: ['USER', 'HELP'], units: ['Engineering'] });
  const wide = new Map(state().roles).set('HELP', role({ permissions: ['users:read'] }));
  expect(reported({ users }, { users, roles: wide })).toEqual([
    'Ada Lovelace (ada@example.org) gains: may see users (role HELP).',
  ]);
});

it('reports that a member can no longer write without a role that allows it', () => {
  const partitions = products([['ada@example.org', 'OWNER']]);
  expect(reported({ partitions }, { partitions, users: ada({ roles: [] }) })).toEqual([
    'Ada Lovelace (ada@example.org) loses: may write and administer Products (member as OWNER, role USER; from now on read Products); may write wherever they are editor or owner (role USER).',
  ]);
});

it('groups holders with the same changes, and omits disabled ones', () => {
  const people = (roles: string[]) =>
    new Map(
      ['a', 'b', 'i'].map((letter) => [
        `${letter}@example.org`,
        user(letter.toUpperCase(), { roles, status: letter === 'i' ? 'DISABLED' : 'ACTIVE' }),
      ]),
    );
  const [sentence, ...others] = reported({ users: people([]) }, { users: people(['LOOK']) });
  expect(others).toEqual([]);
  expect(sentence).toBe(
    'A (a@example.org), B (b@example.org) gain: may read every partition (role LOOK).',
  );
});

it('reports invited users, applications, groups of a provider and domains of a unit', () => {
  const provider: Provider = {
    unit: null,
    enabled: true,
    buttonLabel: 'Okta',
    issuer: 'https://login.example.org',
    clientId: 'annals',
    clientAuthentication: 'none',
    scopes: ['openid'],
    endpoints: {},
    emailDomains: [],
    discovery: true,
    tokenIssuer: null,
    tenants: [],
    idTokenAlgorithm: null,
    responseMode: 'query' as const,
    claimMap: {
      subject: 'sub',
      email: 'email',
      name: 'name',
      language: null,
      groups: 'groups',
      units: null,
    },
    groupsForm: {
      kind: 'LIST' as const,
      property: null,
      separator: null,
      absentMeansNone: false,
    },
    unitsForm: {
      kind: 'LIST' as const,
      property: null,
      separator: null,
      absentMeansNone: false,
    },
    groupRoles: { staff: 'LOOK' },
    unitMap: {},
    synchronization: {
      name: 'NEVER' as const,
      email: 'NEVER' as const,
      language: 'NEVER' as const,
      units: 'NEVER' as const,
    },
    signOutAtProvider: true,
    trustEmail: false,
    trustSecondFactor: false,
    provisioning: 'CREATE',
    newUserRoles: ['USER'],
    newUserUnit: null,
    hasClientSecret: false,
  };
  const sentences = reported(
    {},
    {
      users: new Map(state().users).set('bo@example.org', {
        ...user('Bo', { status: 'NEW' }),
        roles: ['LOOK'],
      }),
      applications: new Map([['Importer', { description: null, unit: null, roles: ['USER'] }]]),
      identityProviders: new Map([['Okta', provider]]),
      units: new Map(state().units).set('Engineering', unit(['LOOK'], ['example.net'])),
      partitions: products([['Importer', 'EDITOR']]),
    },
  );
  expect(sentences).toContain(
    'Once they accept the invitation, Bo (bo@example.org) gains: may read every partition (role LOOK).',
  );
  expect(sentences).toContain(
    'Whoever is in the group staff of Okta gains: may read every partition (role LOOK).',
  );
  expect(sentences).toContainEqual(
    expect.stringMatching(/^The application Importer gains: may write Products/),
  );
  const holders = ['The application A', 'The application B', 'Whoever signs in'];
  const abilities = ['may read'];
  expect(accessSentence({ holders, abilities, invited: false, direction: 'gains' })).toBe(
    'The application A, the application B, whoever signs in gain: may read.',
  );
  expect(sentences).toContainEqual(
    expect.stringMatching(/^Whoever signs in through Okta for the first time gains: may write/),
  );
  expect(sentences).toContainEqual(
    expect.stringMatching(
      /^Whoever signs up with an email of example\.net gains: may read every partition \(role LOOK through the unit Engineering\)/,
    ),
  );
});

it('reports who may approve', () => {
  const rule = {
    types: ['PRODUCT'],
    approvals: 1,
    approvers: { roles: ['OWNER' as const], users: [] },
    reasonRequired: false,
    signatureRequired: false,
  };
  const members: [string, 'OWNER'][] = [['ada@example.org', 'OWNER']];
  expect(
    reported(
      { partitions: products(members) },
      { partitions: products(members, { changePolicy: { rules: [rule], breakGlass: false } }) },
    ),
  ).toEqual([
    'Ada Lovelace (ada@example.org) gains: may approve changes to PRODUCT in Products (as OWNER there).',
  ]);
});
