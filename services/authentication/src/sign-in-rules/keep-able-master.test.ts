import { beforeEach, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import { eventActions } from '@annals/contracts/events';
import { testDatabases } from '@annals/kit/testing/databases';
import { noDemands, ruleWithoutDemands } from '../testing/no-demands.ts';
import { RunningService } from '../testing/running-service.ts';
import { FactorClient } from '../testing/second-factors.ts';
import { mayLockOut } from './keep-able-master.ts';

const office = '203.0.113.7';

interface Refusable {
  code?: string;
  results?: { code?: string }[];
}

/** Events of changes after which nobody can sign in less than before, or that nobody makes. */
const harmless =
  /^(?:session|signIn|verification|refreshToken|reauthentication|link|password|signUp|mail|invitation|secondFactor|recoveryCodes?|trustedDevice|signature|identity|identityProvider|token|application|partition|member|type|changeSet|changePolicy|object|evidence|transfer|auditSample|savedSearch|aliasUrl|signingKey|checkpointKey|webhook|eventWebhook|configuration|events|readRecording|access|schema|tables|database)\.|^user\.(?:created|accessEnded)$|^factor\.(?:added|failed)$|^unit\.(?:created|domainVerified)$|^role\.created$|^signInRule\.(?:deleted|allDeleted)$/;

it('knows of every event whether the change can lock somebody out', () => {
  for (const action of eventActions)
    expect([action, harmless.test(action)]).toEqual([action, !mayLockOut.has(action)]);
});

describe.each(testDatabases())(
  'changes that would lock out the last global master, $kind',
  ({ open }) => {
    const running = RunningService.forEach(open);
    const client = new FactorClient(running);
    /** The only one who can sign in under the rules of a test; the other has an open session. */
    let able: { userId: string; token: string; email: string };
    let other: { userId: string; token: string };

    const call = (method: string, path: string, body?: object, token = other.token) =>
      running.call(method, path, { token, body, headers: { 'x-forwarded-for': office } });
    const done = async (method: string, path: string, body?: object): Promise<string> => {
      const answer = await call(method, path, body);
      if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
      return answer.body.id ?? '';
    };
    const rule = (demands: object) =>
      done('POST', '/v1/sign-in-rules', { ...ruleWithoutDemands, ...demands });
    const unit = (name: string, parentId?: string) =>
      done(
        'POST',
        `/v1/organizational-units?name=${name}${parentId === undefined ? '' : `&parentId=${parentId}`}`,
      );
    const assign = (unitId: string) =>
      `/v1/users/${able.userId}/organizational-unit?organizationalUnitId=${unitId}`;

    beforeEach(async () => {
      other = await running.createAndSignIn('other@example.org', 'GLOBAL_MASTER');
      const email = 'able@example.org';
      able = { email, ...(await running.createAndSignIn(email, 'GLOBAL_MASTER')) };
    });

    /** Only `able` has the passkey that all global masters need. */
    const onlyOneHasThePasskey = async () => {
      await client.addPasskey(able.token);
      await rule({ role: 'GLOBAL_MASTER', passkeyRequired: true });
    };
    /** The other has no access any more in the long run, and a rule waits for those with a role or in a unit. */
    const onlyOneIsLeft = async () => {
      const body = { accessEndsDate: '2027-01-01T00:00:00Z' };
      await done('PATCH', `/v1/users/${other.userId}`, body).catch(async () => {
        await running.database.query(sql`
        update authentication.user_account set access_ends = '2027-01-01T00:00:00Z' where id = ${other.userId}`);
      });
    };

    const changes: Record<string, () => Promise<{ status: number; body: { code?: string } }>> = {
      'a new rule': async () => {
        const body = { ...ruleWithoutDemands, passkeyRequired: true };
        return call('POST', '/v1/sign-in-rules', body);
      },
      'a stricter rule': async () => {
        const id = await rule({ idleMinutes: 10 });
        return call('PUT', `/v1/sign-in-rules/${id}`, {
          ...noDemands,
          peopleNetworks: ['192.0.2.0/24'],
        });
      },
      'a role': async () => {
        await onlyOneIsLeft();
        await rule({ role: 'AUDITOR', passkeyRequired: true });
        return call('PUT', `/v1/users/${able.userId}/roles?role=AUDITOR`);
      },
      'a unit': async () => {
        await onlyOneIsLeft();
        const organizationalUnitId = await unit('Strict');
        await rule({ organizationalUnitId, passkeyRequired: true });
        return call('PUT', assign(organizationalUnitId));
      },
      'a unit that is moved': async () => {
        await onlyOneIsLeft();
        const organizationalUnitId = await unit('Strict');
        const home = await unit('Home');
        await done('PUT', assign(home));
        await rule({ organizationalUnitId, passkeyRequired: true });
        return call('PUT', `/v1/organizational-units/${home}`, { parentId: organizationalUnitId });
      },
      'a role of a unit': async () => {
        await onlyOneIsLeft();
        const home = await unit('Home');
        await done('PUT', assign(home));
        await rule({ role: 'AUDITOR', passkeyRequired: true });
        return call('PUT', `/v1/organizational-units/${home}/roles?role=AUDITOR`);
      },
      'a reset of the second factors': async () => {
        await onlyOneHasThePasskey();
        return call('DELETE', `/v1/users/${able.userId}/factors`);
      },
      'the role of a global master taken away': async () => {
        await onlyOneHasThePasskey();
        return call('DELETE', `/v1/users/${able.userId}/roles?role=GLOBAL_MASTER`);
      },
      disabling: async () => {
        await onlyOneHasThePasskey();
        return call('PUT', `/v1/users/${able.userId}/status`, { status: 'DISABLED' });
      },
      offboarding: async () => {
        await onlyOneHasThePasskey();
        return call('POST', `/v1/users/${able.userId}/offboarding`);
      },
      'an end of the access': async () => {
        await onlyOneHasThePasskey();
        const body = { accessEndsDate: '2027-01-01T00:00:00Z' };
        return call('PATCH', `/v1/users/${able.userId}`, body);
      },
    };

    it.each(Object.entries(changes))('are refused as a whole: %s', async (_, change) => {
      const state = () =>
        running.database.query(sql`
        select u.id, u.status, u.access_ends,
          array(select role from authentication.effective_role e where e.user_id = u.id order by role) as roles,
          array(select unit_id from authentication.organizational_unit_member m where m.user_id = u.id order by unit_id) as units,
          (select count(*) from authentication.second_factor f where f.user_id = u.id) as factors
        from authentication.user_account u where u.id = ${able.userId}`);
      let before: object[] = [];
      const originalCall = running.call.bind(running);
      // As it is right before the change.
      running.call = async (...request) => {
        before = await state();
        return originalCall(...request);
      };
      const { status, body } = await change();
      running.call = originalCall;
      expect([status, body.code]).toEqual([409, 'no_master_could_sign_in']);
      expect(await state()).toEqual(before);
    });

    const previewed = (userId: string): Record<string, () => ReturnType<typeof call>> => ({
      offboarding: () => call('POST', `/v1/users/${userId}/offboarding?dryRun=true`),
      disabling: () =>
        call('POST', '/v1/users/bulk', { action: 'DISABLE', userIds: [userId], dryRun: true }),
      'the role of a global master taken away': () =>
        call('POST', '/v1/users/bulk', {
          action: 'REMOVE_ROLE',
          role: 'GLOBAL_MASTER',
          userIds: [userId],
          dryRun: true,
        }),
    });
    it.each(Object.keys(previewed('')))('are refused in a dry run too: %s', async (name) => {
      const preview = () => previewed(able.userId)[name]?.();
      const codeOf = (answer: Awaited<ReturnType<typeof call>> | undefined) => {
        const { results, code } = { ...answer?.body } as Refusable;
        return results ? results[0]?.code : code;
      };
      await client.addPasskey(able.token);
      expect(codeOf(await preview())).toBeUndefined();
      await rule({ role: 'GLOBAL_MASTER', passkeyRequired: true });
      expect(codeOf(await preview())).toBe('no_master_could_sign_in');
      await client.addPasskey(other.token);
      expect(codeOf(await preview())).toBeUndefined();
    });

    it('of many users are refused in a dry run from the first that leaves nobody', async () => {
      await client.addPasskey(able.token);
      await rule({ role: 'GLOBAL_MASTER', passkeyRequired: true });
      const { userId } = await running.service.createUser({ email: 'new@example.org', roles: [] });
      const { body } = await call('POST', '/v1/users/bulk', {
        action: 'DISABLE',
        userIds: [able.userId, userId],
        dryRun: true,
      });
      expect((body as { results?: object[] }).results).toMatchObject([
        { outcome: 'REFUSED', code: 'no_master_could_sign_in' },
        { outcome: 'DONE' },
      ]);
    });

    it('are announced by the preview of a rule', async () => {
      const body = { ...ruleWithoutDemands, role: 'GLOBAL_MASTER', passkeyRequired: true };
      const preview = async (demands: object = body) =>
        (await call('POST', '/v1/sign-in-rules/preview', demands)).body;
      expect(await preview()).toMatchObject({ leavesNoMaster: true, peopleCount: 2 });
      const elsewhere = { ...body, passkeyRequired: false, peopleNetworks: ['192.0.2.0/24'] };
      expect(await preview(elsewhere)).toMatchObject({ leavesNoMaster: true });
      const here = { ...elsewhere, peopleNetworks: [`${office}/32`] };
      expect(await preview(here)).toMatchObject({ leavesNoMaster: false });
      await client.addPasskey(able.token);
      expect(await preview()).toMatchObject({ leavesNoMaster: false, peopleCount: 1 });
    });

    it('are refused where only somebody who will not stay is in the allowed network', async () => {
      await onlyOneIsLeft();
      const body = {
        ...ruleWithoutDemands,
        role: 'GLOBAL_MASTER',
        peopleNetworks: [`${office}/32`],
      };
      const ofOther = await call('POST', '/v1/sign-in-rules', body);
      expect([ofOther.status, ofOther.body.code]).toEqual([409, 'no_master_could_sign_in']);
      expect((await call('POST', '/v1/sign-in-rules', body, able.token)).status).toBe(201);
    });

    it('do not stop other changes if none could sign in before', async () => {
      await running.database.query(sql`
      insert into authentication.sign_in_rule (id, passkey_required, fresh_proof_for, changed)
      values (gen_random_uuid(), true, '{}', now())`);
      running.advance(1);
      const { userId } = await running.service.createUser({ email: 'new@example.org', roles: [] });
      const preview = await call('POST', '/v1/sign-in-rules/preview', {
        ...ruleWithoutDemands,
        passkeyRequired: true,
      });
      expect(preview.body).toMatchObject({ leavesNoMaster: false });
      const dryRun = `/v1/users/${userId}/offboarding?dryRun=true`;
      expect((await call('POST', dryRun)).status).toBe(200);
      expect((await call('PUT', `/v1/users/${userId}/roles?role=USER`)).status).toBe(200);
    });

    it('of two at once, one is refused', async () => {
      await client.addPasskey(able.token);
      await client.addPasskey(other.token);
      await rule({ role: 'GLOBAL_MASTER', passkeyRequired: true });
      const reset = (userId: string, token: string) =>
        running.call('DELETE', `/v1/users/${userId}/factors`, { token });
      const answers = await Promise.all([
        reset(able.userId, other.token),
        reset(other.userId, able.token),
      ]);
      const left = await running.database.query(
        sql`select 1 as one from authentication.second_factor`,
      );
      expect(left).toHaveLength(1);
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(
        1,
      );
    });
  },
);
