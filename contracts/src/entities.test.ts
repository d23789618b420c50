import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createApplicationToken } from './applications.ts';
import { currentDataUser } from './data-user.ts';
import { getIdentityProvider } from './identity-providers.ts';
import { searchObjects } from './object-search.ts';
import { latestObject } from './objects.ts';
import { getOrganizationalUnit } from './organizational-units.ts';
import { getPartition } from './partitions.ts';
import { authenticate } from './session.ts';
import { currentUser } from './user.ts';
import { createUser } from './users.ts';

const uuid = '018f3c2a-7b1e-7c3d-8e4f-000000000001';

/** Returns the parsed value, or what is wrong with it. */
function read(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return 'There is none.';
  const { success, data, error } = z.safeParse(schema, value);
  return success ? data : error?.message;
}

/**
 * Section 3 of the specification: every entity parses with only the fields shown there, and unknown fields are kept.
 */
describe('a response', () => {
  it('accepts any shape for the current user', () => {
    expect(read(currentUser.response, {})).toEqual({ id: '' });
    expect(read(currentUser.response, { id: uuid, shoe: 42 })).toEqual({ id: uuid, shoe: 42 });
  });

  it('accepts any shape for the current partition-service user', () => {
    expect(read(currentDataUser.response, {})).toEqual({ id: '' });
    expect(read(currentDataUser.response, { id: uuid, shoe: 42 })).toEqual({ id: uuid, shoe: 42 });
  });

  it('names a partition by partitionName', () => {
    expect(read(getPartition.response, { partitionName: 'Trees' })).toMatchObject({
      partitionName: 'Trees',
    });
    expect(read(getPartition.response, { partitionName: 7 })).toContain('partitionName');
  });

  it('holds the objects found in a data array', () => {
    const found = { data: [{ id: uuid, shoe: 42 }] };
    expect(read(searchObjects.response, found)).toMatchObject(found);
    expect(read(searchObjects.response, { data: {} })).toContain('Invalid input');
  });

  it('gives an object references with name and timelineId', () => {
    const data = [{ id: uuid, references: [{ name: 'mainOperatorRef', timelineId: uuid }] }];
    expect(read(searchObjects.response, { data })).toMatchObject({ data });
    for (const reference of [{ name: 'a' }, { timelineId: uuid }]) {
      const broken = { data: [{ id: uuid, references: [reference] }] };
      expect(read(searchObjects.response, broken)).toContain('Invalid input');
    }
  });

  it('gives a latest object objectData, with userId', () => {
    const latest = { objectData: { userId: uuid } };
    expect(read(latestObject.response, latest)).toMatchObject(latest);
    expect(read(latestObject.response, { objectData: 7 })).toContain('objectData');
  });

  it('has an accessToken for a sign-in', () => {
    expect(read(authenticate.response, { accessToken: 'T' })).toEqual({ accessToken: 'T' });
    expect(read(authenticate.response, { token: 'T' })).toContain('Invalid input');
  });

  it('gives an organizational unit id and name', () => {
    const unit = { id: uuid, name: 'North' };
    expect(read(getOrganizationalUnit.response, unit)).toEqual(unit);
    expect(read(getOrganizationalUnit.response, { ...unit, name: 7 })).toContain('name');
    expect(read(getOrganizationalUnit.response, { ...unit, id: 7 })).toContain('id');
  });

  it('gives an identity provider id and name', () => {
    const provider = { id: uuid, name: 'Corp' };
    expect(read(getIdentityProvider.response, provider)).toEqual(provider);
    expect(read(getIdentityProvider.response, { ...provider, name: 7 })).toContain('name');
    expect(read(getIdentityProvider.response, { ...provider, id: 7 })).toContain('id');
  });
});

describe('a request', () => {
  it('needs only an email to create a user', () => {
    expect(read(createUser.body, { email: 'ada@example.org' })).toEqual({
      email: 'ada@example.org',
    });
    expect(read(createUser.body, {})).toContain('email');
  });

  it('accepts the mail template fields to create a user', () => {
    const body = {
      email: 'ada@example.org',
      mailTemplateId: 650487,
      mailTemplateParameters: {
        email: '{email}',
        headline: 'Welcome',
        body: 'Hello',
        ctaText: 'Start',
        ctaLink: 'https://annals.example.org/set-password',
        footer: 'Bye',
        lang: 'en',
      },
    };
    expect(read(createUser.body, body)).toEqual(body);
  });

  it('has a description for an application token', () => {
    expect(read(createApplicationToken.body, { description: 'CI' })).toEqual({ description: 'CI' });
    expect(read(createApplicationToken.body, {})).toContain('description');
  });

  it('searches objects by a type in its body, with page and pageSize in its query', () => {
    expect(read(searchObjects.body, { type: 'ACCOUNT' })).toEqual({ type: 'ACCOUNT' });
    expect(read(searchObjects.query, { page: '0', pageSize: '10' })).toEqual({
      page: 0,
      pageSize: 10,
    });
  });

  it('exchanges a refreshToken for another access token', () => {
    expect(read(authenticate.body, { refreshToken: 'R' })).toEqual({ refreshToken: 'R' });
  });
});
