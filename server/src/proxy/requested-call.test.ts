import { describe, expect, it } from 'vitest';
import type { Method } from '@annals/contracts/endpoint';
import { resolveCall } from './forward.ts';

const partition = '/v1/partitions/01890a5d-ac96-774b-bcce-b302099a8057';

describe('the class of a request', () => {
  it.each([
    ['POST', '/v1/auth?type=PASSWORD', 'signIn'],
    ['POST', '/v1/auth?type=SECOND_FACTOR', 'signIn'],
    ['POST', '/v1/auth', 'signIn'],
    ['POST', '/v1/auth/signup', 'signIn'],
    ['POST', '/v1/auth/password-reset', 'signIn'],
    ['POST', '/v1/auth/identity-providers/x/authorization', 'signIn'],
    ['POST', '/v1/auth?type=REFRESH_TOKEN', 'renewal'],
    ['GET', '/v1/auth?type=REFRESH_TOKEN', 'read'],
    ['GET', '/v1/auth', 'read'],
    ['DELETE', '/v1/auth', 'write'],
    ['POST', '/v1/authors', 'write'],
    ['POST', '/v1/partitions', 'write'],
    ['POST', `${partition}/objects`, 'write'],
    ['POST', `${partition}/objects/search?pageSize=5`, 'read'],
    ['POST', `${partition}/objects/searches`, 'write'],
    ['GET', '/v1/unheard-of', 'read'],
  ] satisfies [Method, string, string][])('%s %s: %s', (method, target, requestClass) => {
    expect(resolveCall(method, target).requestClass).toBe(requestClass);
  });
});

it('recognizes public calls', () => {
  expect(resolveCall('POST', '/v1/auth/signup').isPublic).toBe(true);
  expect(resolveCall('GET', '/v1/auth/password-token/x').isPublic).toBe(true);
  expect(resolveCall('GET', '/v1/auth').isPublic).toBe(false);
  expect(resolveCall('GET', '/v1/unheard-of').isPublic).toBe(false);
});
