import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import { endpoint, type Access, type Endpoint } from '@annals/contracts/endpoint';
import { openApiOf } from './document.ts';

const row = (given: Partial<Endpoint>) => ({
  ...endpoint({
    method: 'POST',
    path: '/v1/things',
    summary: 'Make',
    access: { kind: 'signedIn' },
    response: z.looseObject({}),
  }),
  ...given,
});

const takesKey = (given: Partial<Endpoint> & { access?: Access }) => {
  const { paths } = openApiOf({
    title: 'Things',
    version: '1',
    endpoints: [row(given)],
    server: { url: '/', description: 'The service' },
    paths: 'service',
  });
  const [operation] = Object.values(paths['/v1/things'] ?? {});
  return JSON.stringify(operation).includes('"name":"Idempotency-Key","in":"header"');
};

it.each<[string, Partial<Endpoint>, boolean]>([
  ['a write of a signed-in caller', {}, true],
  ['a read', { requestClass: 'read' }, false],
  ['a public call', { access: { kind: 'public' } }, false],
  ['a write that is repeatable by itself', { repeatable: true }, false],
])('the document includes the header Idempotency-Key: %s', (_what, given, expected) => {
  expect(takesKey(given)).toBe(expected);
});
