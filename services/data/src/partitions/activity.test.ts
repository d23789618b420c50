import { beforeAll, describe, expect, it } from 'vitest';
import { partitionActivity } from '@annals/contracts/partitions';
import { importObjects } from '@annals/contracts/transfers';
import { testDatabases } from '@annals/kit/testing/databases';
import { listenerForAll } from '../testing/data-listener.ts';
import { periodsOf } from './activity.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const days = (from: string, to: string) => {
  const { unit, starts } = periodsOf(at(from), at(to));
  return { unit, starts: starts.map((start) => new Date(start).toISOString().slice(0, 10)) };
};

describe('periods', () => {
  it('are the shortest unit that gives few enough', () => {
    expect(days('2024-02-28T12:00', '2024-03-02T01:00')).toEqual({
      unit: 'day',
      starts: ['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02'],
    });
    const weeks = days('2024-01-03T12:00', '2024-06-03T00:00');
    expect(weeks).toMatchObject({ unit: 'week' });
    expect(weeks.starts.slice(0, 3)).toEqual(['2024-01-03', '2024-01-08', '2024-01-15']);
    expect(weeks.starts.at(-1)).toBe('2024-05-27');
    const months = days('2021-08-17T12:30', '2026-08-21T06:00');
    expect([months.unit, months.starts.length]).toEqual(['month', 61]);
    expect(months.starts.slice(0, 2)).toEqual(['2021-08-17', '2021-09-01']);
    const years = days('1990-05-01T00:00', '2026-08-21T06:00');
    expect([years.unit, years.starts.length]).toEqual(['year', 37]);
  });

  it('are several years each if there would be too many', () => {
    for (const from of ['0001-01-01T00:00', '1500-06-06T00:00', '1850-01-01T00:00'])
      expect(days(from, '2026-08-21T06:00').starts.length).toBeLessThanOrEqual(121);
  });
});

describe.each(testDatabases())('activity of a partition, $kind', ({ open }) => {
  const service = listenerForAll(open);
  let partitionId: string;
  const dates = [
    '2021-08-17T12:30:44Z',
    '2021-08-31T23:59:59.999999Z',
    '2021-09-01T00:00:00Z',
    '2024-03-01T08:00:00Z',
    '2024-03-01T08:00:01Z',
  ];

  beforeAll(async () => {
    partitionId = await service.makePartition();
    const rows = dates.map((modificationDate, index) => ({
      key: `k${index}`,
      type: 'TAG',
      objectData: {},
      modificationDate,
    }));
    const body = { rows };
    await service.call(importObjects, { as: 'owner', params: { partitionId }, body });
  });

  const read = async (query: object) => {
    const params = { partitionId };
    const { status, body } = await service.call(partitionActivity, { as: 'reader', params, query });
    expect(status).toBe(200);
    const busy = body.data.filter(({ versionCount }) => versionCount > 0);
    return { ...body, busy: busy.map((each) => `${each.from.slice(0, 10)} ${each.versionCount}`) };
  };

  it('covers the first version up to now, or to the moment', async () => {
    const whole = await read({});
    expect(whole.busy).toEqual(['2021-08-17 2', '2021-09-01 1', '2024-03-01 2']);
    expect([whole.unit, whole.toDate]).toEqual(['month', null]);
    expect(whole.data[1]?.from).toBe('2021-09-01T00:00:00.000000Z');
    const then = await read({ asOf: '2024-03-01T08:00:00Z' });
    expect(then.busy).toEqual(['2021-08-17 2', '2021-09-01 1', '2024-03-01 1']);
    expect(then.toDate).toBe('2024-03-01T08:00:00Z');
    const before = await read({ asOf: '2020-01-01T00:00:00Z' });
    expect(before.data).toEqual([]);
    const held = await read({ asOf: '2024-03-01T08:00:00Z', asHeld: true });
    expect(held.busy).toEqual([]);
  });

  it('has what is dated after the clock, as lists have it', async () => {
    const other = await service.makePartition();
    const params = { partitionId: other };
    const modificationDate = new Date(Date.now() + 60_000).toISOString();
    const rows = [
      { key: 'a', type: 'TAG', objectData: {} },
      { key: 'b', type: 'TAG', objectData: {}, modificationDate },
    ];
    await service.call(importObjects, { as: 'owner', params, body: { rows } });
    const { body } = await service.call(partitionActivity, { as: 'reader', params, query: {} });
    expect(body.data.reduce((all, { versionCount }) => all + versionCount, 0)).toBe(2);
    expect(body.toDate).toBeNull();
  });

  it('covers one moment up to another, exclusive', async () => {
    const part = await read({ from: '2021-08-17T12:30:45Z', to: '2021-09-01T00:00:00Z' });
    expect([part.unit, part.busy]).toEqual(['day', ['2021-08-31 1']]);
    const more = await read({ from: '2021-08-31T00:00:00Z', to: '2021-09-01T00:00:00.001Z' });
    expect(more.busy).toEqual(['2021-08-31 1', '2021-09-01 1']);
    expect(
      (await read({ from: '2024-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z' })).busy,
    ).toHaveLength(1);
  });

  it('refuses an invalid range, and callers without access', async () => {
    const path = `/v1/partitions/${partitionId}/activity`;
    const statusOf = async (address: string, asked: Parameters<typeof service.send>[2]) =>
      (await service.send('GET', address, asked)).status;
    const reader = { as: 'reader' } as const;
    expect(
      await statusOf(`${path}?from=2022-01-01T00:00:00Z&to=2021-01-01T00:00:00Z`, reader),
    ).toBe(400);
    expect(await statusOf(`${path}?from=yesterday`, reader)).toBe(400);
    expect(await statusOf(`${path}?days=3`, reader)).toBe(400);
    expect(await statusOf(path, {})).toBe(401);
    // An inaccessible partition looks as if it did not exist.
    expect(await statusOf(path, { as: 'stranger' })).toBe(404);
    const absent = '/v1/partitions/01890a5d-ac96-774b-bcce-b302099a8057/activity';
    expect(await statusOf(absent, reader)).toBe(404);
  });
});
