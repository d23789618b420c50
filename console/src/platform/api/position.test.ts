import { afterEach, expect, test, vi } from 'vitest';
import { getObject } from '@annals/contracts/objects';
import { positionHeader } from '@annals/contracts/position';
import { call } from './call.ts';
import { fakeServer } from './testing/fake-server.ts';

const id = '0190aaaa-0000-7000-8000-000000000001';
const body = { id, timelineId: id, type: 'TAG', objectData: {}, references: [] };
const params = { partitionId: id, objectId: id };

afterEach(() => vi.unstubAllGlobals());

test('each call sends the latest position that a service reported', async () => {
  const reported = ['0/A0', '0/90', undefined, undefined];
  const net = fakeServer(() => {
    const position = reported.shift();
    return { body, ...(position !== undefined && { headers: { [positionHeader]: position } }) };
  });
  for (let n = 0; n < 3; n += 1) await call(getObject, { params }, { apiKey: 'key' });
  expect(net.requests.map(({ headers }) => headers[positionHeader])).toEqual([
    undefined,
    '0/A0',
    // A lower position means that the database has been replaced.
    '0/90',
  ]);
});
