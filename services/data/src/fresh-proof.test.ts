import { beforeAll, describe, expect, it } from 'vitest';
import { dataEndpoints } from '@annals/contracts/data';
import { freshProofActionsOf } from '@annals/contracts/fresh-proof';
import { testDatabases } from '@annals/kit/testing/databases';
import { limitsHeader, listenerForAll } from './testing/data-listener.ts';

const absent = '0190aaaa-0000-7000-8000-000000000021';
const rows = dataEndpoints.filter(
  ({ method, path }) => freshProofActionsOf(`${method} ${path as `/${string}`}`).length > 0,
);

describe.each(testDatabases())(
  'a recent confirmation for calls of the data service, $kind',
  ({ open }) => {
    const listener = listenerForAll(open);
    let partitionId = '';

    beforeAll(async () => {
      partitionId = await listener.makePartition('Confirmed');
    });

    const codesOf = (as: 'owner' | 'stranger', limits: object) =>
      Promise.all(
        rows
          .filter(({ access }) => as === 'owner' || access.kind === 'partition')
          .map(async ({ method, path, streamsAs }) => {
            const address = path
              .replace('{partitionId}', partitionId)
              .replace('{type}', 'NOTE')
              .replace(/\{\w+\}/g, absent);
            const { body } = await listener.send(method, address, {
              as,
              headers: {
                [limitsHeader]: JSON.stringify({
                  ...limits,
                  more: { permissions: ['alias-urls:write'], scope: 'all' },
                }),
                ...(streamsAs !== undefined && { accept: streamsAs }),
              },
            });
            return [`${method} ${path}`, (body as { code?: string } | undefined)?.code];
          }),
      );

    it('is asked for by every call of the declared actions', async () => {
      const codes = await codesOf('owner', { unproved: true });
      expect(codes.filter(([, code]) => code !== 'reauthentication_needed')).toEqual([]);
      expect(codes.length).toBeGreaterThan(20);
    });

    it('is asked of nobody who may not know of the partition', async () => {
      const codes = await codesOf('stranger', { unproved: true });
      expect(codes.filter(([, code]) => code !== 'not_found')).toEqual([]);
    });
  },
);
