// @vitest-environment node
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { currentDataUser } from '@annals/contracts/data-user';
import type { Endpoint } from '@annals/contracts/endpoint';
import { listIdentityProviders } from '@annals/contracts/identity-providers';
import { searchObjects } from '@annals/contracts/object-search';
import { latestObject } from '@annals/contracts/objects';
import { getOrganizationalUnit } from '@annals/contracts/organizational-units';
import { getPartition } from '@annals/contracts/partitions';
import { authenticate } from '@annals/contracts/session';
import { currentUser } from '@annals/contracts/user';
import { loosenSchema } from './loosen-schema.ts';

const uuid = '018f3c2a-7b1e-7c3d-8e4f-000000000001';

/** Returns the parsed response, or what is wrong with it. */
function read(row: Endpoint, value: unknown): unknown {
  const { success, data, error } = z.safeParse(loosenSchema(row.response), value);
  return success ? data : error?.message;
}

/**
 * Section 3 of the specification: every entity parses with only the fields shown there, and unknown fields are kept.
 */
describe('a response', () => {
  it('accepts any shape for the current user', () => {
    expect(read(currentUser, {})).toEqual({ id: '' });
    expect(read(currentUser, { id: uuid, shoe: 42 })).toEqual({ id: uuid, shoe: 42 });
  });

  it('accepts any shape for the current partition-service user', () => {
    expect(read(currentDataUser, {})).toEqual({ id: '' });
    expect(read(currentDataUser, { id: uuid, shoe: 42 })).toEqual({ id: uuid, shoe: 42 });
  });

  it('names a partition by partitionName', () => {
    expect(read(getPartition, { partitionName: 'Trees' })).toMatchObject({
      partitionName: 'Trees',
    });
    expect(read(getPartition, { partitionName: 7 })).toContain('partitionName');
  });

  it('holds the objects found in a data array', () => {
    const found = { data: [{ id: uuid, shoe: 42 }] };
    expect(read(searchObjects, found)).toMatchObject(found);
    expect(read(searchObjects, { data: {} })).toContain('invalid_union');
  });

  it('gives an object references with name and timelineId', () => {
    const data = [{ id: uuid, references: [{ name: 'mainOperatorRef', timelineId: uuid }] }];
    expect(read(searchObjects, { data })).toMatchObject({ data });
    for (const reference of [{ name: 'a' }, { timelineId: uuid }]) {
      const broken = { data: [{ id: uuid, references: [reference] }] };
      expect(read(searchObjects, broken)).toContain('invalid_union');
    }
  });

  it('gives a latest object objectData, with userId', () => {
    const latest = { objectData: { userId: uuid } };
    expect(read(latestObject, latest)).toMatchObject(latest);
    expect(read(latestObject, { objectData: 7 })).toContain('objectData');
  });

  it('has an accessToken for a sign-in', () => {
    expect(read(authenticate, { accessToken: 'T' })).toEqual({ accessToken: 'T' });
    expect(read(authenticate, { token: 'T' })).toContain('invalid_union');
  });

  it('gives an organizational unit id and name', () => {
    const unit = { id: uuid, name: 'North' };
    expect(read(getOrganizationalUnit, unit)).toEqual(unit);
    expect(read(getOrganizationalUnit, { ...unit, name: 7 })).toContain('name');
    expect(read(getOrganizationalUnit, { ...unit, id: 7 })).toContain('id');
  });

  it('gives an identity provider id and name', () => {
    const provider = { id: uuid, name: 'Corp' };
    const readOne = (one: object) => read(listIdentityProviders, { data: [one] });
    expect(readOne(provider)).toMatchObject({ data: [provider] });
    expect(readOne({ ...provider, name: 7 })).toContain('name');
    expect(readOne({ ...provider, id: 7 })).toContain('id');
  });
});
