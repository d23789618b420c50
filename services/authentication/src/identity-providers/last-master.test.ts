import sql from 'sql-template-tag';
import { afterEach, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { ruleWithoutDemands } from '../testing/no-demands.ts';
import { FakeProviderFixture } from '../testing/fake-provider-fixture.ts';
import { makeUnit } from '../testing/organizational-units.ts';

describe.each(testDatabases())(
  'what a provider says of the last global master, $kind',
  ({ open }) => {
    const fixture = FakeProviderFixture.forAll(open);
    const { running, calls } = fixture;

    const connect = async () => {
      const unit = await makeUnit(running, calls.token, `Strict ${fixture.fake.subject}`);
      await fixture.connect({
        claimMap: { groups: 'groups', units: 'site' },
        groupRoles: { audit: 'AUDITOR', admin: 'ORG_ADMIN' },
        unitMap: { STR: unit },
      });
      return unit;
    };
    /** Who signs in at the provider is a global master from now on. */
    const makeMaster = async () => {
      const { id } = await fixture.userAfter({ idToken: { groups: [], site: [] } });
      const path = `/v1/users/${id}/roles?role=GLOBAL_MASTER`;
      expect((await calls.call('PUT', path)).status).toBe(200);
      return String(id);
    };
    /** All other global masters lose their access in the long run. */
    const takeAccessFromOthers = (id: string) =>
      running.database.query(sql`
      update authentication.user_account set access_ends = '2027-01-01T00:00:00Z' where id <> ${id}`);
    const addRule = async (demands: object) => {
      const body = { ...ruleWithoutDemands, passkeyRequired: true, ...demands };
      expect((await calls.call('POST', '/v1/sign-in-rules', body)).status).toBe(201);
    };
    afterEach(() =>
      running.database.query(sql`
      with rules as (delete from authentication.sign_in_rule)
      update authentication.user_account set access_ends = null`),
    );

    it.each(['groups', 'units'])(
      'is not followed where a rule would lock them out, and reported: %s',
      async (kind) => {
        const unit = await connect();
        const id = await makeMaster();
        await takeAccessFromOthers(id);
        await addRule(kind === 'groups' ? { role: 'AUDITOR' } : { organizationalUnitId: unit });
        const claims = { groups: ['audit'], site: ['STR'] };
        const reported = { attribute: kind, reason: 'NO_MASTER_LEFT' };
        const trial = await fixture.trial({ idToken: claims });
        expect(trial?.changes).toMatchObject({
          rolesGained: kind === 'groups' ? [] : ['AUDITOR'],
          unitsGained: kind === 'units' ? [] : [{ id: unit }],
          unread: [reported],
        });
        const after = await fixture.userAfter({ idToken: claims });
        const rights = ({ roles, organizationalUnits }: typeof after) => [
          (roles ?? []).includes('AUDITOR'),
          (organizationalUnits ?? []).length,
        ];
        expect([after.id, ...rights(after)]).toEqual([
          id,
          ...(kind === 'groups' ? [false, 1] : [true, 0]),
        ]);
        expect(await fixture.shown()).toMatchObject({
          unreadUserCount: 1,
          unread: [{ user: { id }, claims: [reported] }],
        });
        const [event] = await running.database.query<{ after: object }>(sql`
      select after from authentication.event where action = 'identity.claimUnread'
        and after ->> 'identityProviderId' = ${fixture.id}`);
        expect(event?.after).toMatchObject(reported);

        await running.database.query(sql`delete from authentication.sign_in_rule`);
        running.advance(1);
        expect(rights(await fixture.userAfter({ idToken: claims }))).toEqual([true, 1]);
        expect(await fixture.shown()).toMatchObject({ unreadUserCount: 0 });
      },
    );
  },
);
