import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { anyLocation, type DatabaseLocation } from './testing/database-locations.ts';
import { ServicesUnderTest } from './testing/services-under-test.ts';

let place: DatabaseLocation;
let under: ServicesUnderTest;
let master: string;
let owner: string;
let guest: string;
let stranger: string;

beforeAll(async () => {
  place = await anyLocation();
  under = await ServicesUnderTest.start(place.variables);
  master = await under.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
  owner = await under.createAndSignIn('owner@example.org', 'USER');
  guest = await under.createAndSignIn('guest@example.org', 'USER');
  stranger = await under.createAndSignIn('stranger@example.org', 'USER');
});
afterAll(async () => {
  await under.close();
  await place.remove();
});

const idOf = async (token: string) =>
  String(
    (await under.succeed('GET', '/v1/partitions/all/users/current', { service: 'data', token }))[
      'id'
    ],
  );

/** A new partition of the owner, who has added the guest to it. */
async function shareWithGuest(token: string): Promise<{ id: string; membership: string }> {
  const { id } = await under.succeed('POST', '/v1/partitions', {
    service: 'data',
    token: master,
    data: { partitionName: 'Ledger' },
  });
  const add = async (by: string, who: string, role: string) => {
    const membership = `/v1/partitions/${String(id)}/users/${await idOf(who)}`;
    await under.succeed('PUT', membership, { service: 'data', token: by, data: { role } });
    return membership;
  };
  await add(master, token, 'OWNER');
  return { id: String(id), membership: await add(token, guest, 'READER') };
}

/** The actor of the event that added the guest, as the reader is told. */
async function readActor(token: string, partitionId: string): Promise<unknown> {
  const url = `/v1/events?action=member.added&subject=partition/${partitionId}`;
  return vi.waitFor(async () => {
    const { data } = await under.succeed('GET', url, { token });
    const [event] = data as { actor: unknown }[];
    if (!event) throw new Error('The event is not in the audit log yet.');
    return event.actor;
  }, 10_000);
}

it('names those who share a partition with the reader in its events, and nobody else', async () => {
  const named = { id: await idOf(owner), name: 'owner@example.org' };
  const ledger = await shareWithGuest(owner);
  expect(await readActor(guest, ledger.id)).toEqual(named);

  const other = await shareWithGuest(stranger);
  expect(await readActor(guest, other.id)).toMatchObject({ id: await idOf(stranger) });
  // Whoever has left, or was removed, shares none.
  await under.succeed('DELETE', other.membership, { service: 'data', token: stranger });
  expect(await readActor(guest, other.id)).toEqual({ id: '' });
  expect(await readActor(guest, ledger.id)).toEqual(named);
});
