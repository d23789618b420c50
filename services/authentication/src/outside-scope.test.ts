import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { runs } from '@annals/contracts/testing/exhaustive';
import { joinUnit, makeUnit } from './testing/organizational-units.ts';
import { password, RunningService } from './testing/running-service.ts';

interface Person {
  userId: string;
  token: string;
  refreshToken: string;
}

/**
 * An administrator of "North" reads everything readable while things change in "South". Users of North have had contact
 * with South: a master and a user of South have changed them, and one was a member of South.
 */
describe.each(testDatabases())(
  'what is out of the scope of an administrator, $kind',
  ({ open }) => {
    const running = RunningService.forAll(open);
    const ids: Record<string, string> = {};
    let master: Person;
    let admin: Person;
    let foreign: Person;
    let count = 0;

    const as = ({ token }: Person, method: string, path: string, body?: object) =>
      running.call(method, path, { token, body });
    const made = async (path: string, body?: object) =>
      (await as(master, 'POST', path, body)).body.id ?? '';

    beforeAll(async () => {
      master = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
      admin = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
      foreign = await running.createAndSignIn('foreign@example.org', 'ORG_ADMIN');
      ids['root'] = await makeUnit(running, master.token, 'Root');
      ids['north'] = await makeUnit(running, master.token, 'North', ids['root']);
      ids['south'] = await makeUnit(running, master.token, 'South', ids['root']);
      ids['below'] = await makeUnit(running, master.token, 'Below', ids['south']);
      await joinUnit(running, admin.userId, ids['north']);
      await joinUnit(running, foreign.userId, ids['south']);
      const unitIds = [ids['south']];
      ids['member'] = await made('/v1/users', {
        email: 'm@example.org',
        organizationalUnitIds: unitIds,
      });
      const member = `/v1/users/${ids['member']}`;
      await as(foreign, 'PATCH', member, { name: 'First name' });
      await as(master, 'PUT', `${member}/organizational-unit?organizationalUnitId=${ids['north']}`);
      await as(
        master,
        'PUT',
        `${member}/organizational-unit/unassign?organizationalUnitId=${ids['south']}`,
      );
      await as(master, 'PATCH', member, { name: 'Second name' });
      await as(admin, 'PATCH', member, { name: 'Member' });
      ids['moved'] = await makeUnit(running, master.token, 'Moved', ids['south']);
      await as(master, 'PUT', `/v1/organizational-units/${ids['moved']}`, {
        parentId: ids['north'],
      });
      ids['application'] = await made('/v1/applications', {
        name: 'Robot',
        organizationalUnitId: ids['north'],
        roles: ['USER'],
      });
      await as(master, 'POST', `/v1/applications/${ids['application']}/tokens`, {
        description: 'CI',
      });
      // A user whom the administrator changed, and who has left since.
      ids['left'] = await made('/v1/users', {
        email: 'left@example.org',
        organizationalUnitIds: [ids['north']],
      });
      const left = `/v1/users/${ids['left']}`;
      await as(admin, 'PATCH', left, { name: 'Left' });
      await as(master, 'PUT', `${left}/organizational-unit?organizationalUnitId=${ids['south']}`);
      await as(
        master,
        'PUT',
        `${left}/organizational-unit/unassign?organizationalUnitId=${ids['north']}`,
      );
      // An invitation that is sent meanwhile would be another event.
      const sent = `/v1/events?action=mail.sent&subject=user/${ids['member']}`;
      const isSent = async () => (await as(master, 'GET', sent)).body.data?.length === 1;
      await vi.waitUntil(isSent, { timeout: 300_000 });
      ids['earlier'] = new Date(running.now).toISOString();
      running.advance(30);
    });

    /** All requests that the administrator may make, including those about what they may not see. */
    const questions = (): [string, string][] => {
      const { north, south, member, left, application, earlier } = ids;
      const some = (path: string) => ['GET', path] as [string, string];
      const events = '/v1/events?pageSize=500';
      return [
        ...['', '&pageSize=2', '&page=0'].map((more) =>
          some(
            events.replace(
              '?pageSize=500',
              `?pageSize=500${more}`.replace('pageSize=500&pageSize', 'pageSize'),
            ),
          ),
        ),
        ...[master.userId, foreign.userId, admin.userId, left].map((id) =>
          some(`${events}&actorId=${id}`),
        ),
        ...[member, left, foreign.userId, master.userId].map((id) =>
          some(`${events}&subject=user/${id}`),
        ),
        ...[north, south, ids['moved']].map((id) => some(`${events}&subject=unit/${id}`)),
        some(`${events}&address=127.0.0.1`),
        ...['', `&subject=user/${foreign.userId}`, `&actorId=${master.userId}`].map((more) =>
          some(`/v1/events/counts?count=3${more}`),
        ),
        some(`${events}&action=user.created`),
        some(`${events}&from=${earlier}`),
        ...[
          '',
          '?sort=-lastSignInDate',
          '?name=example',
          '?name=South',
          '?role=ORG_ADMIN',
          '?pageSize=2',
        ].map((query) => some(`/v1/users${query}`)),
        some(`/v1/users?asOf=${earlier}`),
        some(`/v1/users/forNameContaining/example`),
        some('/v1/users/forName/foreign@example.org'),
        some('/v1/users/invitations'),
        ...[member, left, foreign.userId].flatMap((id) =>
          ['', `?asOf=${earlier}`, '/sessions', '/factors', '/identities'].map((path) =>
            some(`/v1/users/${id}${path}`),
          ),
        ),
        some('/v1/organizational-units'),
        some(`/v1/organizational-units?asOf=${earlier}`),
        ...[north, south].map((id) => some(`/v1/organizational-units/${id}`)),
        some(`/v1/organizational-units/${south}/users`),
        some('/v1/tokens'),
        some('/v1/applications'),
        some(`/v1/applications/${application}`),
        some('/v1/identity-providers'),
        some('/v1/roles'),
        ['POST', `/v1/users/${member}/offboarding?dryRun=true`],
      ];
    };

    const answers = async () => {
      const reported: Record<string, string> = {};
      for (const [method, path] of questions()) {
        const { status, body } = await as(admin, method, path);
        reported[`${method} ${path}`] = JSON.stringify({
          status,
          body: { ...body, requestId: undefined },
        });
      }
      return reported;
    };

    /** Changes outside the scope. */
    const happenings: Record<string, () => Promise<unknown>> = {
      'a user is invited': () =>
        made('/v1/users', {
          email: `new-${(count += 1)}@example.org`,
          organizationalUnitIds: [ids['south']],
        }),
      'a user signs in': () => running.signIn('foreign@example.org'),
      'a sign-in fails': () => running.signIn('foreign@example.org', 'wrong'),
      'one who left is renamed': () =>
        as(master, 'PATCH', `/v1/users/${ids['left']}`, {
          name: `Secret ${(count += 1)}`,
          email: `secret-${count}@example.org`,
        }),
      'a foreign administrator is renamed': () =>
        as(master, 'PATCH', `/v1/users/${foreign.userId}`, { name: `Secret ${(count += 1)}` }),
      'the master is renamed': () =>
        as(master, 'PATCH', '/v1/users/current', { name: `Chief ${(count += 1)}` }),
      'a foreign unit is renamed': () =>
        as(master, 'PUT', `/v1/organizational-units/${ids['south']}`, {
          name: `Secret ${(count += 1)}`,
        }),
      'the unit above is renamed': () =>
        as(master, 'PUT', `/v1/organizational-units/${ids['root']}`, {
          name: `Root ${(count += 1)}`,
        }),
      'a unit is made elsewhere': () =>
        makeUnit(running, master.token, `Unit ${(count += 1)}`, ids['south']),
      'an application is made elsewhere': () =>
        made('/v1/applications', {
          name: `Secret ${(count += 1)}`,
          organizationalUnitId: ids['south'],
          roles: ['USER'],
        }),
      'a token is made elsewhere': () =>
        as(foreign, 'POST', '/v1/tokens', {
          description: `Secret ${(count += 1)}`,
          scopes: ['read'],
          expiresDate: '2026-05-01T00:00:00Z',
        }),
      'one who left gets a role': () =>
        as(master, 'PUT', `/v1/users/${ids['left']}/roles?role=USER`),
      'one who left is disabled': () =>
        as(master, 'PUT', `/v1/users/${ids['left']}/status`, { status: 'DISABLED' }),
    };

    it('changes no response', async () => {
      const before = await answers();
      const named = Object.keys(happenings);
      const property = fc.asyncProperty(
        fc.array(fc.constantFrom(...named), { minLength: 1, maxLength: 6 }),
        async (chosen) => {
          for (const each of chosen) await happenings[each]?.();
          expect(await answers()).toEqual(before);
        },
      );
      await fc.assert(property, { numRuns: runs(20), endOnFailure: true });
      // Each runs at least once, and has an effect.
      for (const each of named) await happenings[each]?.();
      expect(await answers()).toEqual(before);
      expect(count).toBeGreaterThan(named.length / 2);
    });

    it('is never named, by id, name or address', async () => {
      const all = Object.values(await answers()).join('\n');
      for (const secret of ['South', 'Root', 'Secret', 'Chief', 'master@', 'foreign@', 'left@'])
        expect(all).not.toContain(secret);
      for (const id of [master.userId, foreign.userId, ids['south'], ids['root']])
        expect(all.replaceAll('/v1', '')).not.toContain(id);
    });

    it('appears as an empty reference in events about users in scope', async () => {
      const { body } = await as(
        admin,
        'GET',
        `/v1/events?subject=user/${ids['member']}&pageSize=500`,
      );
      const events = (body.data ?? []) as unknown as Record<string, unknown>[];
      const named = (action: string) => events.filter((event) => event['action'] === action);
      expect(named('user.unitUnassigned')).toMatchObject([
        { before: { organizationalUnit: { id: '' } }, actor: { id: '' }, seq: null },
      ]);
      expect(named('user.changed').map(({ actor }) => actor)).toEqual([
        { id: admin.userId, name: 'admin@example.org' },
        { id: '' },
        { id: '' },
      ]);
      expect(events.map(({ address }) => address !== null)).toEqual(
        events.map(({ actor }) => (actor as { id?: string } | null)?.id === admin.userId),
      );
      const [moved] = (
        await as(admin, 'GET', `/v1/events?subject=unit/${ids['moved']}&action=unit.changed`)
      ).body.data as unknown as object[];
      expect(moved).toMatchObject({
        before: { parentId: { id: '' } },
        after: { parentId: ids['north'] },
      });
      const [left] = (await as(admin, 'GET', `/v1/events?subject=user/${ids['left']}`)).body
        .data as unknown as object[];
      expect(left).toMatchObject({ subjectName: null, before: null, after: null });
    });

    it('shows the source of events only to the user, including failed sign-ins', async () => {
      await running.signIn('foreign@example.org', 'wrong');
      const own = (await running.signIn('foreign@example.org', password)).body.accessToken;
      const { body } = await running.get('/v1/events?action=signIn.failed&pageSize=1', own);
      expect(body.data).toMatchObject([{ actor: null, address: '127.0.0.1' }]);
      const seen = await as(master, 'GET', '/v1/events?pageSize=1');
      expect(seen.body.data).toMatchObject([{ seq: expect.any(Number), address: '127.0.0.1' }]);
    });
  },
);
