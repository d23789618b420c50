import { describe, expect, it } from 'vitest';
import { matchRoute, routes } from './routes.ts';

describe('the routes of the console', () => {
  it('matches each route by its own path', () => {
    for (const [name, { path }] of Object.entries(routes)) {
      const filled = path.replace(/\{(\w+)\}/g, 'some-$1');
      expect(matchRoute(filled)?.name).toBe(name);
    }
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

  it('does not match a route whose required parameter is missing', () => {
    const names = [
      '/v1/partitions/p/objects/referencedBy/',
      '/v1/partitions/p/timelines//objects',
    ].map((path) => matchRoute(path)?.name);
    expect(names).not.toContain('v1-partitions-partitionId-objects-referencedBy-objectId');
    expect(names).not.toContain('v1-partitions-partitionId-timelines-timelineId-objects');
  });

  it('tolerates one trailing slash', () => {
    expect(matchRoute('/v1/users/')?.name).toBe('v1-users');
  });
});
