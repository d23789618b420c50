// @vitest-environment node
import * as z from 'zod/mini';
import { expect, expectTypeOf, test } from 'vitest';
import { listAliasUrls } from '@annals/contracts/alias-urls';
import type { Endpoint, ResponseOf } from '@annals/contracts/endpoint';
import type { getObject } from '@annals/contracts/objects';
import { listRoles } from '@annals/contracts/roles';
import { authenticate } from '@annals/contracts/session';
import { listUserSessions } from '@annals/contracts/user-administration';
import { getUser } from '@annals/contracts/users';
import { loosenSchema } from './loosen-schema.ts';
import type { Page } from './page.ts';
import type { AnswerOf } from './told.ts';

const read = ({ response }: Endpoint, body: unknown) => z.safeParse(loosenSchema(response), body);

test('a thing of the specification needs no field but what it cannot be recognized without', () => {
  expect(read(getUser, {}).data).toEqual({ id: '' });
  expect(read(getUser, { id: '7', shoeSize: 40 }).data).toEqual({ id: '7', shoeSize: 40 });
  expect(read(getUser, { organizationalUnits: [{ name: 'Sales' }] }).success).toBe(false);
  expect(read(listRoles, [{ permissions: [] }]).success).toBe(false);
  expect(read(listRoles, ['USER']).data).toMatchObject({ data: [{ name: 'USER' }], unpaged: true });
  expect(read(authenticate, { accessToken: 'a' }).data).toEqual({ accessToken: 'a' });
  expect(read(authenticate, { refreshToken: 'r' }).success).toBe(false);
});

test('a list in a wrong form is no single thing', () => {
  expect(read(listAliasUrls, { alias: 'a' }).data).toEqual({ alias: 'a' });
  expect(read(listAliasUrls, { data: 'none' }).success).toBe(false);
});

test('anything else is required as our services send it, and may have further fields', () => {
  const at = '2026-01-01T00:00:00Z';
  const session = {
    id: 's',
    current: true,
    userAgent: 'curl',
    address: null,
    createdDate: at,
    lastSeenDate: at,
  };
  const page = { data: [{ ...session, later: true }], nextCursor: null, hasMore: false };
  expect(read(listUserSessions, page).data).toEqual(page);
  expect(read(listUserSessions, { ...page, data: [{ id: 's' }] }).success).toBe(false);
});

test('a schema is loosened once', () => {
  expect(loosenSchema(getUser.response)).toBe(loosenSchema(getUser.response));
});

test('the types say what may be missing', () => {
  expectTypeOf<ResponseOf<typeof getUser>['roles']>().toEqualTypeOf<string[]>();
  expectTypeOf<AnswerOf<typeof getUser>['roles']>().toEqualTypeOf<string[] | undefined>();
  expectTypeOf<AnswerOf<typeof getUser>['id']>().toEqualTypeOf<string>();
  expectTypeOf<ResponseOf<typeof getObject>>().toExtend<AnswerOf<typeof getObject>>();
  expectTypeOf<AnswerOf<typeof listUserSessions>>().toExtend<Page<unknown>>();
  expectTypeOf<
    AnswerOf<typeof listUserSessions>['data'][number]['createdDate']
  >().toEqualTypeOf<string>();
});
