import { describe, expect, it } from 'vitest';
import { matchRoute, routes, type RouteName } from './routes.ts';

/** The specification's table, word for word. */
const table: [name: string, path: string][] = [
  ['index', '/'],
  ['login', '/login'],
  ['reset', '/reset'],
  ['signup', '/signup'],
  ['set-password', '/set-password'],
  ['user-management', '/user-management'],
  ['migrations', '/migrations'],
  ['v1-tokens-new', '/v1/tokens/new'],
  ['v1-tokens', '/v1/tokens'],
  ['v1-users', '/v1/users'],
  ['v1-users-userId', '/v1/users/{userId}'],
  ['v1-users-userId-edit', '/v1/users/{userId}/edit'],
  ['v1-users-userId-roles', '/v1/users/{userId}/roles'],
  ['v1-users-forName-username', '/v1/users/forName/{username}'],
  ['v1-users-forNameContaining-searchtext', '/v1/users/forNameContaining/{searchtext}'],
  ['v1-alias-urls', '/v1/alias-urls'],
  ['v1-applications', '/v1/applications'],
  ['v1-applications-applicationId', '/v1/applications/{applicationId}'],
  ['v1-identity-providers', '/v1/identity-providers'],
  ['v1-identity-providers-new', '/v1/identity-providers/new'],
  ['v1-identity-providers-idpId', '/v1/identity-providers/{idpId}'],
  ['v1-identity-providers-idpId-edit', '/v1/identity-providers/{idpId}/edit'],
  ['v1-organizational-units', '/v1/organizational-units'],
  ['v1-organizational-units-new', '/v1/organizational-units/new'],
  ['v1-organizational-units-orgUnitId', '/v1/organizational-units/{orgUnitId}'],
  ['v1-organizational-units-orgUnitId-edit', '/v1/organizational-units/{orgUnitId}/edit'],
  ['v1-organizational-units-orgUnitId-users', '/v1/organizational-units/{orgUnitId}/users'],
  ['v1-partitions', '/v1/partitions'],
  ['v1-partitions-all-users', '/v1/partitions/all/users'],
  ['v1-partitions-all-users-userId', '/v1/partitions/all/users/{userId}'],
  ['v1-partitions-partitionId', '/v1/partitions/{partitionId}'],
  ['v1-partitions-partitionId-users', '/v1/partitions/{partitionId}/users'],
  ['v1-partitions-partitionId-objects', '/v1/partitions/{partitionId}/objects'],
  ['v1-partitions-partitionId-objects-recent', '/v1/partitions/{partitionId}/objects/recent'],
  ['v1-partitions-partitionId-objects-objectId', '/v1/partitions/{partitionId}/objects/{objectId}'],
  [
    'v1-partitions-partitionId-objects-referencedBy-objectId',
    '/v1/partitions/{partitionId}/objects/referencedBy/{objectId}',
  ],
  [
    'v1-partitions-partitionId-indices-search-text',
    '/v1/partitions/{partitionId}/indices/search-text',
  ],
  [
    'v1-partitions-partitionId-timelines-timelineId-objects',
    '/v1/partitions/{partitionId}/timelines/{timelineId}/objects',
  ],
  [
    'v1-partitions-partitionId-timelines-timelineId-objects-latest',
    '/v1/partitions/{partitionId}/timelines/{timelineId}/objects/latest',
  ],
];

/** Pages beyond the specification. */
const further = [
  'revoke-tokens',
  'api-reference',
  'subscriptions',
  'audit-log',
  'audit-log-incident',
  'audit-log-webhooks',
  'audit-log-webhooks-webhookId',
  'roles',
  'roles-role',
  'help',
  'help-chapter',
  'licenses',
  'system',
  'v1-sign-in-rules',
  'v1-partitions-partitionId-objects-edit',
  'v1-partitions-partitionId-change-sets',
  'v1-partitions-partitionId-change-sets-changeSetId',
  'v1-partitions-partitionId-samples',
  'v1-partitions-partitionId-samples-sampleId',
  'v1-partitions-partitionId-webhooks-webhookId',
];

/** Each path with one of its parameters missing. */
const missing = table.flatMap(([name, path]) =>
  [...path.matchAll(/\{\w+\}/g)].map(({ 0: parameter }) => [
    path.replace(parameter, '').replace(/\{(\w+)\}/g, 'some-$1'),
    name,
  ]),
);

describe('the routes of the console', () => {
  it.each(table)('the route %s is %s', (name, path) => {
    expect({ name, path: routes[name as RouteName]?.path }).toEqual({ name, path });
    const filled = path.replace(/\{(\w+)\}/g, 'some-$1');
    const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => [one, `some-${one}`]);
    expect(matchRoute(filled)).toEqual({ name, params: Object.fromEntries(params) });
  });

  it('are those of the specification and the listed additions', () => {
    const names = [...table.map(([name]) => name), ...further];
    expect(Object.keys(routes).sort()).toEqual(names.sort());
  });

  it.each(missing)('without its parameter %s is not %s', (path, name) => {
    expect(matchRoute(path)?.name).not.toBe(name);
  });

  it('prefers a literal segment to a parameter', () => {
    expect(matchRoute('/v1/partitions/p/objects/recent')?.name).toBe(
      'v1-partitions-partitionId-objects-recent',
    );
  });

  it('decodes parameters', () => {
    expect(matchRoute('/v1/users/a%2Fb')?.params).toEqual({ userId: 'a/b' });
  });

  it.each([
    '/v1/partitions//objects',
    '/v1/partitions/p/objects/recent/x',
    '/v1/nothing',
    '/v1/users/%E0%A4%A',
    'login',
    '',
  ])('%j does not match', (path) => {
    expect(matchRoute(path)).toBeUndefined();
  });

  it('tolerates one trailing slash', () => {
    expect(matchRoute('/v1/users/')?.name).toBe('v1-users');
  });
});
