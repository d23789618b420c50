import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyLocation, type DatabaseLocation } from './testing/database-locations.ts';
import { ServicesUnderTest } from './testing/services-under-test.ts';

let place: DatabaseLocation;
let services: ServicesUnderTest;
let token: string;

beforeAll(async () => {
  place = await anyLocation();
  services = await ServicesUnderTest.start(place.variables, { log: pino({ level: 'silent' }) });
  token = await services.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
});
afterAll(async () => {
  await services.close();
  await place.remove();
});

const made = async (url: string, data: object) =>
  (await services.succeed('POST', url, { token, data })) as { id: string };

it('users and applications can become members of a partition, but not unknown ids', async () => {
  const { id: partitionId } = await made('/v1/partitions', { partitionName: 'Products' });
  const { id: user } = await made('/v1/users', { email: 'ada@example.org' });
  const { id: application } = await made('/v1/applications', { name: 'Feed' });
  const add = async (userId: string) => {
    const path = `/v1/partitions/${partitionId}/users/${userId}`;
    const body = JSON.stringify({ role: 'READER' });
    return services.send('PUT', path, { service: 'data', token }, body);
  };
  expect((await add(user)).status).toBe(200);
  expect((await add(application)).status).toBe(200);
  const { status, text } = await add('01890a5d-ac96-774b-bcce-b302099a8057');
  expect([status, JSON.parse(text)]).toEqual([
    404,
    expect.objectContaining({ message: 'There is no such user, or you do not have access to it.' }),
  ]);
});
