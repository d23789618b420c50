import { describe, expect, it } from 'vitest';
import { matchRoute, routes, type RouteName } from './routes.ts';
import specifiedRoutes from './testing/specified-routes.json' with { type: 'json' };

/** The specification's table, word for word. */
const table = specifiedRoutes as [name: string, path: string][];

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
