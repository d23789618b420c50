import { authenticationEndpoints } from '@annals/contracts/authentication';
import type { Endpoint } from '@annals/contracts/endpoint';
import type { FixtureCaller } from './callers.ts';
import { totpSecret } from './inserted-rows.ts';
import { password } from './running-service.ts';
import { codeNow, softwarePasskey } from './second-factors.ts';
import {
  signInRule,
  type Kind,
  type ResourceLocation,
  type AccessFixture,
} from './access-fixture.ts';

export interface SampleContext {
  fixture: AccessFixture;
  caller: FixtureCaller | undefined;
}

/** Where a call names a resource: in its path, its query (`query.x`) or its body (`body.x`). */
export interface Naming {
  kind: Kind;
  /** The value that represents the resource, if it is not its id. */
  as?: (id: string, fixture: AccessFixture) => unknown;
  /** The value while another part is tested. */
  otherwise?: string;
  /** Required in each call, not only when it is tested. */
  always?: true;
  /** Additional fields of the body. */
  with?: () => object;
  /**
   * Everyone may name any resource, only their own, those of a membership unless they reach all, or anything at all because
   * nothing is revealed.
   */
  within?: 'everyone' | 'caller' | 'membership' | 'nothing';
  /** The status for a caller with access to everything, if it is not a success. */
  refuses?: Partial<Record<ResourceLocation, number>>;
}

export interface Sample {
  body?: (asking: SampleContext) => object | Promise<object>;
  namings?: Readonly<Record<string, Naming>>;
  /** It ends the session it is called with. */
  endsSession?: true;
}

const inMonths = '2026-06-01T00:00:00Z';
const listOf = (id: string) => [id];
const nameOf = (id: string, fixture: AccessFixture) => fixture.nameOf(id);
const emailOf = (unique: number) => ({ email: `new-${unique}@example.org` });

const unit: Naming = { kind: 'unit' };
const units: Naming = { kind: 'unit', as: listOf, always: true };
const role: Naming = { kind: 'role' };
const roles: Naming = { kind: 'role', as: listOf };
const home: Naming = { kind: 'home' };
const partitions: Naming = { kind: 'partition', as: listOf, within: 'nothing' };
const usersList = { 'query.organizationalUnitId': home, 'query.role': role };
const named = (kind: Kind): Sample => ({ namings: { 'query.name': { kind, as: nameOf } } });
const needingUnit: Sample = {
  namings: { 'query.organizationalUnitId': { ...unit, always: true } },
};
const needingRole: Sample = { namings: { 'query.role': { ...role, always: true } } };
const renaming: Sample = { body: ({ fixture }) => ({ name: `Renamed ${fixture.unique()}` }) };
/** A token cannot issue one with more scopes. */
const newToken = ({ caller }: SampleContext) => ({
  description: 'matrix',
  scopes: caller?.kind === 'token' ? caller.scopes : ['read'],
  expiresDate: inMonths,
});
const providerNamings = {
  'body.newUserOrganizationalUnitId': { ...unit, refuses: { foreign: 400 } },
  'body.newUserRoles': roles,
  'body.groupRoles': { kind: 'role', as: (id: string) => ({ staff: id }) },
} as const;
const action = (of: string) => () => ({ action: of });
const csvWith = (column: string) => (id: string, fixture: AccessFixture) =>
  `email,organizationalUnits,roles\nnew-${fixture.unique()}@example.org,${column === 'unit' ? `${id},USER` : `${fixture.homeOfOwn},${id}`}\n`;

const ruleNamings = {
  'body.role': { kind: 'role', refuses: { absent: 400 } },
  'body.organizationalUnitId': unit,
} as const;
const ruleForEveryone = { ...signInRule, role: null, organizationalUnitId: null };

/** An input that each call accepts, so that a refusal can only be about authority. */
const samples: Readonly<Record<string, Sample>> = {
  'DELETE /v1/auth': { endsSession: true },
  'POST /v1/auth/sign-out': { endsSession: true },
  'POST /v1/users/current/password': {
    body: () => ({ currentPassword: password, newPassword: 'a white stork on the roof' }),
    endsSession: true,
  },
  'POST /v1/users/current/reauthentication': { body: () => ({ password }) },
  'POST /v1/users/current/factors/totp': { body: () => ({ name: 'Telephone' }) },
  'POST /v1/users/current/factors/totp/{factorId}/confirmation': {
    body: ({ fixture }) => ({ code: codeNow(fixture.running, totpSecret) }),
  },
  'POST /v1/users/current/factors/passkeys': {
    body: async ({ fixture, caller }) => {
      const path = '/v1/users/current/factors/passkeys/options';
      const { body } = await fixture.send(caller, 'POST', path);
      const { challenge = '' } = body as { challenge?: string };
      return { name: 'Key', attestation: softwarePasskey().create(challenge) };
    },
  },
  'POST /v1/users/current/signatures': {
    body: () => ({
      subject: {
        changeSetId: '01980000-0000-7000-8000-000000000001',
        partitionId: '01980000-0000-7000-8000-000000000002',
        revision: 1,
        operationCount: 1,
        root: `${'A'.repeat(43)}=`,
      },
      meaning: 'APPROVED',
    }),
  },
  // What is signed is covered by the tests of signatures.
  'POST /v1/users/current/signatures/{signatureId}/confirmation': {
    body: () => ({ assertion: {} }),
    namings: { path: { kind: 'signature', within: 'caller', refuses: { own: 400 } } },
  },
  'POST /v1/users/current/identities': {
    namings: {
      'body.identityProviderId': { kind: 'provider', always: true, within: 'everyone' },
    },
  },
  'GET /v1/users': {
    namings: { ...usersList, 'query.name': { kind: 'user', as: nameOf } },
  },
  'GET /v1/users/forName/{username}': { namings: { path: { kind: 'user', as: nameOf } } },
  'GET /v1/users/forNameContaining/{searchtext}': {
    namings: { ...usersList, path: { kind: 'user', as: nameOf, otherwise: 'example' } },
  },
  'POST /v1/users': {
    body: ({ fixture }) => emailOf(fixture.unique()),
    namings: { 'body.organizationalUnitIds': units, 'body.roles': roles },
  },
  'PATCH /v1/users/{userId}': renaming,
  'PUT /v1/users/{userId}/status': { body: () => ({ status: 'DISABLED' }) },
  'POST /v1/users/{userId}/offboarding': {
    namings: { 'query.successorId': { kind: 'person', refuses: { absent: 400 } } },
  },
  'PUT /v1/users/{userId}/roles': needingRole,
  'DELETE /v1/users/{userId}/roles': needingRole,
  'PUT /v1/users/{userId}/organizational-unit': needingUnit,
  'PUT /v1/users/{userId}/organizational-unit/unassign': needingUnit,
  'GET /v1/users/{userId}/access': {
    namings: { 'query.partitionId': { kind: 'partition', always: true } },
  },
  'GET /v1/users/access': {
    namings: { 'query.partitionId': { kind: 'partition', always: true, within: 'membership' } },
  },
  'GET /v1/users/invitations': {
    namings: { 'query.userId': { kind: 'user' }, 'query.name': { kind: 'user', as: nameOf } },
  },
  'POST /v1/users/bulk': {
    namings: {
      'body.userIds': { kind: 'user', as: listOf, always: true, with: action('DISABLE') },
      'body.organizationalUnitId': { ...unit, with: action('ASSIGN_UNIT') },
      'body.role': { ...role, with: action('ADD_ROLE') },
      'body.csv': { ...unit, as: csvWith('unit'), with: action('INVITE') },
    },
  },
  // For everyone, because only who reaches everything may set one.
  'POST /authentication/v1/sign-in-rules': {
    body: async ({ fixture }) => {
      // There is one at most.
      await fixture.running.service.deleteSignInRules();
      return ruleForEveryone;
    },
    namings: ruleNamings,
  },
  'PUT /authentication/v1/sign-in-rules/{ruleId}': {
    body: () => ({ ...signInRule, maxSessions: 7 }),
  },
  'POST /authentication/v1/sign-in-rules/preview': {
    body: () => ruleForEveryone,
    namings: ruleNamings,
  },
  'POST /authentication/v1/roles': {
    body: ({ fixture }) => ({
      name: `NEW_${fixture.unique()}`,
      description: '',
      permissions: [],
      scope: 'all',
    }),
  },
  'PATCH /authentication/v1/roles/{role}': {
    body: ({ fixture }) => ({ description: `Described ${fixture.unique()}` }),
  },
  'GET /v1/organizational-units': named('unit'),
  'POST /v1/organizational-units': {
    namings: {
      'query.name': {
        kind: 'partition',
        as: (_id, fixture) => `Unit ${fixture.unique()}`,
        always: true,
        within: 'nothing',
      },
      'query.parentId': { ...unit, always: true },
    },
  },
  'PUT /v1/organizational-units/{organizationalUnitId}': {
    ...renaming,
    namings: { 'body.parentId': unit },
  },
  'GET /v1/organizational-units/{organizationalUnitId}/users': {
    namings: {
      path: home,
      'query.name': { kind: 'person', as: () => '@example.org', within: 'nothing' },
      'query.role': role,
    },
  },
  'PUT /v1/organizational-units/{organizationalUnitId}/roles': needingRole,
  'DELETE /v1/organizational-units/{organizationalUnitId}/roles': needingRole,
  'GET /v1/identity-providers': {
    namings: {
      'query.organizationalUnitId': home,
      'query.name': { kind: 'provider', as: nameOf },
    },
  },
  'POST /v1/identity-providers': {
    body: ({ fixture }) => ({
      name: `Provider ${fixture.unique()}`,
      issuer: fixture.issuer.origin,
      clientId: 'annals',
    }),
    namings: {
      'query.organizationalUnitId': { ...home, always: true },
      ...providerNamings,
    },
  },
  'PATCH /v1/identity-providers/{identityProviderId}': {
    ...renaming,
    namings: { 'body.organizationalUnitId': unit, ...providerNamings },
  },
  'POST /v1/identity-providers/discovery': {
    body: ({ fixture }) => ({ issuer: fixture.issuer.origin }),
  },
  'GET /v1/tokens': {
    namings: {
      'query.ownerId': { kind: 'person' },
      'query.name': { kind: 'person', as: nameOf },
    },
  },
  'POST /v1/tokens': { body: newToken, namings: { 'body.partitionIds': partitions } },
  'GET /v1/applications': {
    namings: {
      'query.organizationalUnitId': home,
      'query.name': { kind: 'application', as: nameOf },
    },
  },
  'POST /v1/applications': {
    body: ({ fixture }) => ({ name: `Application ${fixture.unique()}` }),
    namings: {
      'body.organizationalUnitId': { ...unit, always: true },
      'body.roles': roles,
    },
  },
  'PATCH /v1/applications/{applicationId}': {
    ...renaming,
    namings: { 'body.organizationalUnitId': unit, 'body.roles': roles },
  },
  'POST /v1/applications/{applicationId}/tokens': {
    body: newToken,
    namings: { 'body.partitionIds': partitions },
  },
  'POST /authentication/v1/events/configuration': {
    body: () => ({ changes: ['Creates the role EDITORS.'], accessChanges: [] }),
  },
  'POST /authentication/v1/event-webhooks': {
    body: () => ({ url: 'https://receiver.invalid/' }),
  },
  'PATCH /authentication/v1/event-webhooks/{eventWebhookId}': {
    body: ({ fixture }) => ({ description: `Renamed ${fixture.unique()}` }),
  },
  'POST /authentication/v1/event-webhooks/{eventWebhookId}/replay': { body: () => ({ seq: 1 }) },
  'GET /authentication/v1/events/counts': {
    namings: {
      'query.subject': { kind: 'user', as: (id) => `user/${id}`, within: 'nothing' },
      'query.actorId': { kind: 'person', within: 'nothing' },
    },
  },
  'GET /authentication/v1/events': {
    namings: {
      'query.subject': { kind: 'user', as: (id) => `user/${id}` },
      'query.actorId': { kind: 'person' },
    },
  },
};

/** The resources that path parameters name. */
const inPath: Readonly<Record<string, Naming>> = {
  userId: { kind: 'user' },
  organizationalUnitId: unit,
  domain: { kind: 'domain' },
  identityProviderId: { kind: 'provider' },
  tokenId: { kind: 'token' },
  applicationId: { kind: 'application' },
  sessionId: { kind: 'session' },
  deviceId: { kind: 'trustedDevice' },
  identityId: { kind: 'identity' },
  invitationId: { kind: 'invitation' },
  factorId: { kind: 'factor', within: 'caller' },
  ruleId: { kind: 'signInRule' },
  eventWebhookId: { kind: 'eventWebhook' },
  attemptId: { kind: 'eventWebhookAttempt' },
  role,
};

export const titleOf = ({ method, path }: Endpoint) => `${method} ${path}`;

export const parametersOf = ({ path }: Endpoint) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** @throws if a call needs an input and has none */
export function sampleOf(endpoint: Endpoint): Sample {
  const title = titleOf(endpoint);
  const sample = samples[title] ?? {};
  const bodyIsNamed = Object.keys(sample.namings ?? {}).some((where) => where.startsWith('body.'));
  const { body } = endpoint;
  const isNeeded = body !== undefined && body._zod.optin !== 'optional';
  if (isNeeded && !sample.body && !bodyIsNamed) throw new Error(`No sample input for ${title}.`);
  return sample;
}

/** @throws if it is unknown what a parameter names */
export function namingInPath(endpoint: Endpoint, parameter: string): Naming {
  const naming = sampleOf(endpoint).namings?.['path'] ?? inPath[parameter];
  if (!naming) throw new Error(`${titleOf(endpoint)}: what is {${parameter}}?`);
  return naming;
}

/** Samples of calls that no longer exist. */
export function samplesLeftOver(): string[] {
  const titles = new Set(authenticationEndpoints.map(titleOf));
  return Object.keys(samples).filter((title) => !titles.has(title));
}
