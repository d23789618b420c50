import { beforeAll, describe, expect, it } from 'vitest';
import { importObjects } from '@annals/contracts/transfers';
import { versionsPerDay, versionsPerDayOfAll } from '@annals/contracts/partitions';
import { testDatabases } from '@annals/kit/testing/databases';
import { limitsHeader, listenerForAll, type Person } from '../testing/data-listener.ts';

describe.each(testDatabases())('versions per day, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let first: string;
  let second: string;

  beforeAll(async () => {
    [first, second] = [await service.makePartition('One'), await service.makePartition('Two')];
    const write = async (partitionId: string, dates: string[]) =>
      service.call(importObjects, {
        as: 'owner',
        params: { partitionId },
        body: {
          rows: dates.map((modificationDate, index) => ({
            key: `k${index}`,
            type: 'TAG',
            objectData: {},
            modificationDate,
          })),
        },
      });
    await write(first, [
      '2022-02-20T12:00:00Z',
      '2022-02-28T23:59:59.999999Z',
      '2022-03-01T00:00:00Z',
      '2022-03-01T08:00:00Z',
      '2022-03-02T08:00:00Z',
    ]);
    await write(second, ['2022-03-01T10:00:00Z']);
  });

  const of = async (partitionId: string, asOf: string, days = 3) => {
    const { body } = await service.call(versionsPerDay, {
      as: 'reader',
      params: { partitionId },
      query: { asOf, days },
    });
    return body.data.map(({ day, versionCount }) => `${day} ${versionCount}`);
  };
  const ofAll = async (as: Person, headers: Record<string, string> = {}) => {
    const { body } = await service.call(versionsPerDayOfAll, {
      as,
      headers,
      query: { asOf: '2022-03-02T23:00:00Z', days: 3 },
    });
    return body.data.map(({ versionCount }) => versionCount);
  };

  it('counts each day in UTC up to the moment', async () => {
    await expect(of(first, '2022-03-02T23:00:00Z')).resolves.toEqual([
      '2022-02-28 1',
      '2022-03-01 2',
      '2022-03-02 1',
    ]);
    await expect(of(first, '2022-03-01T08:00:00Z')).resolves.toEqual([
      '2022-02-27 0',
      '2022-02-28 1',
      '2022-03-01 2',
    ]);
    await expect(of(first, '2022-03-01T07:59:59.999999Z', 1)).resolves.toEqual(['2022-03-01 1']);
    expect(await of(first, '0000-01-01T00:00:00Z', 366)).toHaveLength(366);
  });

  it('counts up to now without a moment', async () => {
    const { body } = await service.call(versionsPerDay, {
      as: 'reader',
      params: { partitionId: first },
    });
    expect(body.data).toHaveLength(30);
    expect(body.data.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
    expect(body.data.every(({ versionCount }) => versionCount === 0)).toBe(true);
  });

  it('counts over all partitions the caller may open', async () => {
    await expect(ofAll('reader')).resolves.toEqual([1, 3, 1]);
    await expect(ofAll('readsAll')).resolves.toEqual([1, 3, 1]);
    await expect(ofAll('stranger')).resolves.toEqual([0, 0, 0]);
    const limits = { scopes: ['read'], partitionIds: [second] };
    await expect(ofAll('reader', { [limitsHeader]: JSON.stringify(limits) })).resolves.toEqual([
      0, 1, 0,
    ]);
  });

  it.each(['days=0', 'days=367', 'asOf=yesterday'])('refuses ?%s', async (query) => {
    for (const place of [first, 'all']) {
      const path = `/v1/partitions/${place}/versions-per-day?${query}`;
      expect((await service.send('GET', path, { as: 'reader' })).status).toBe(400);
    }
  });
});
