import { beforeAll, describe, expect, it } from 'vitest';
import { searchObjects } from '@annals/contracts/object-search';
import { importObjects } from '@annals/contracts/transfers';
import { bothDatabases } from '@annals/kit/testing/databases';
import { listenerForAll } from '../testing/data-listener.ts';
import { readAllPages } from '../testing/read-all-pages.ts';

/**
 * Sorted as numbers or texts, dates before 1970 come in the wrong order elsewhere:
 * https://github.com/in2code-de/publications/issues/59, https://github.com/freelawproject/courtlistener/issues/161,
 * https://github.com/getgrav/grav/issues/1810, https://github.com/dcramer/django-sphinx/issues/17,
 * https://github.com/ppetzold/nestjs-paginate/pull/1069 (the moment 0 itself).
 */
const dates = [
  ...Array.from({ length: 60 }, (_, index) => `${1850 + 2 * index}-03-04T05:06:07.000000Z`),
  '1969-12-31T23:59:59.999000Z',
  '1970-01-01T00:00:00.000000Z',
  '1970-01-01T00:00:00.001000Z',
  '1970-07-18T20:49:01.184000Z',
  '2001-01-01T00:00:00.000000Z',
].toSorted();

describe.each(bothDatabases())('objects dated before 1970, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;

  beforeAll(async () => {
    partitionId = await service.makePartition();
    const rows = dates.map((date, index) => ({
      key: `k${index}`,
      type: 'DEED',
      objectData: { number: index },
      modificationDate: date,
    }));
    const { status } = await service.call(importObjects, {
      as: 'owner',
      params: { partitionId },
      body: { rows },
    });
    if (status !== 200) throw new Error(`The import was answered with ${status}.`);
  });

  const numbers = async (query: object, body: object = {}) => {
    const found = await readAllPages(service, searchObjects, {
      as: 'reader',
      params: { partitionId },
      query: { pageSize: 7, ...query },
      body,
    });
    return found.map(({ objectData }) => objectData['number']);
  };
  const until = (moment: string) => dates.flatMap((date, index) => (date <= moment ? [index] : []));
  const all = until('2100');

  it.each([
    ['created', {}],
    ['created', { type: 'DEED' }],
    ['created', { where: [{ path: '/number', op: 'ge', value: 0 }] }],
  ])('are sorted by %s without repetition or gap, with %j', async (sort, body) => {
    expect(await numbers({ sort }, body)).toEqual(all);
    expect(await numbers({ sort: `-${sort}` }, body)).toEqual(all.toReversed());
  });

  it.each([
    '1849-01-01T00:00:00Z',
    '1900-01-01T00:00:00Z',
    '1960-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
  ])('are those of the time as of %s', async (asOf) => {
    const then = until(asOf.replace('Z', '.000000Z'));
    expect(await numbers({ asOf })).toEqual(then.toReversed());
    expect(await numbers({ asOf, sort: 'created' })).toEqual(then);
    expect(await numbers({ asOf, sort: '-created' })).toEqual(then.toReversed());
  });
});
