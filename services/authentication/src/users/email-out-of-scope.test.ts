import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { joinUnit, makeUnit } from '../testing/organizational-units.ts';
import { password, RunningService, type Answer } from '../testing/running-service.ts';
import { mailsTo } from '../testing/written-mails.ts';

/** Whether a unit administrator can find out that a user elsewhere has an email. */
describe.each(testDatabases())('an email that somebody out of scope has, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master = '';
  let admin = '';
  let north = '';
  let count = 0;

  beforeAll(async () => {
    master = (await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER')).token;
    const one = await running.createAndSignIn('admin@example.org', 'ORG_ADMIN');
    admin = one.token;
    north = await makeUnit(running, master, 'North');
    await joinUnit(running, one.userId, north);
  });

  /** Two emails of the same length; a user out of scope has the first one. */
  const emails = async () => {
    count += 1;
    const [taken, free] = [`taken-${count}@example.org`, `other-${count}@example.org`];
    const foreign = await running.service.createUser({ email: taken, roles: ['USER'], password });
    return { taken, free, foreign: foreign.userId };
  };
  const invite = (email: string, token = admin) =>
    running.call('POST', '/v1/users', { token, body: { email, organizationalUnitIds: [north] } });
  const bulk = (csv: string, dryRun: boolean) =>
    running.call('POST', '/v1/users/bulk', {
      token: admin,
      body: { action: 'INVITE', csv, dryRun },
    });
  /** The response without what is new in each. */
  const reported = ({ status, body }: Answer, email: string) =>
    `${status} ${JSON.stringify({ ...body, requestId: undefined })}`
      .replaceAll(email, 'EMAIL')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID');

  it('gets the same responses as a free one, from the invitation and later reads', async () => {
    const { taken, free } = await emails();
    const answersAbout = async (email: string) => {
      const made = await invite(email);
      const id = made.body.id ?? '';
      const [mail] = await mailsTo(running.mailDirectory, email, 1);
      expect(mail?.subject).toEqual(expect.any(String));
      const get = (path: string) => running.get(path, admin);
      const answers = [
        made,
        await invite(email),
        await get(`/v1/users/${id}`),
        await get(`/v1/users/forName/${email}`),
        await get(`/v1/users/forNameContaining/${email}`),
        await get(`/v1/users?name=${email}`),
        await get(`/v1/users/invitations?userId=${id}`),
        await get(`/v1/events?subject=user/${id}`),
        await running.call('PATCH', `/v1/users/${id}`, { token: admin, body: { name: 'Ada' } }),
        await running.call('POST', `/v1/users/${id}/password-reset`, { token: admin }),
        await running.call('PUT', `/v1/users/${id}/roles?role=USER`, { token: admin }),
        await running.call('POST', `/v1/users/${id}/offboarding?dryRun=true`, { token: admin }),
      ];
      return answers.map((answer) => reported(answer, email));
    };
    const ofFree = await answersAbout(free);
    expect(await answersAbout(taken)).toEqual(ofFree);
    expect(ofFree[0]).toMatch(/^201 /);
    expect(ofFree[1]).toMatch(/^409 .*email_taken/);
  });

  it('does so in a file of invitations too, and in a dry run', async () => {
    const { taken, free } = await emails();
    for (const dryRun of [true, false]) {
      const line = (email: string) => `email,organizationalUnits\n${email},${north}\n`;
      const answers = [
        reported(await bulk(line(free), dryRun), free),
        reported(await bulk(line(taken), dryRun), taken),
      ];
      expect(answers[1]).toBe(answers[0]);
      expect(answers[0]).toContain('"outcome":"DONE"');
    }
  });

  it('stays with its user, who is notified', async () => {
    const { taken, foreign } = await emails();
    const { body } = await invite(taken);
    const [mail] = await mailsTo(running.mailDirectory, taken, 1);
    expect(mail?.subject).toBe('You were invited to Annals');
    expect(mail?.text).not.toContain('/set-password');
    const own = (await running.signIn(taken)).body.accessToken;
    expect((await running.get('/v1/users/current', own)).body.id).toBe(foreign);
    // A shared link does not create a user with this email.
    const invitation = (await running.get(`/v1/users/invitations?userId=${body.id}`, admin)).body
      .data?.[0]?.id;
    const path = `/v1/users/invitations/${invitation}/link`;
    const { link = '' } = (await running.call('POST', path, { token: admin })).body as {
      link?: string;
    };
    const set = { token: link.split('token=')[1], password: 'another heron, further out' };
    expect(await running.call('POST', '/v1/auth/password', { body: set })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
    expect((await running.signIn(taken, set.password)).status).toBe(401);
  });

  it('is taken over by the invitation once it is free', async () => {
    const { taken, foreign } = await emails();
    const { body } = await invite(taken);
    await mailsTo(running.mailDirectory, taken, 1);
    const moved = { email: `moved-${count}@example.org` };
    await running.call('PATCH', `/v1/users/${foreign}`, { token: master, body: moved });
    running.advance(1);
    await running.call('POST', `/v1/users/${body.id}/password-reset`, { token: admin });
    const mails = await mailsTo(running.mailDirectory, taken, 2);
    expect(mails[1]?.subject).toContain('Welcome');
  });

  it('is not revealed by a change of email or user name either, and locks nobody out', async () => {
    const { taken, free } = await emails();
    const member = async () => {
      const email = `member-${(count += 1)}@example.org`;
      const { userId } = await running.service.createUser({ email, roles: ['USER'], password });
      await joinUnit(running, userId, north);
      return { email, userId };
    };
    const answers: string[] = [];
    for (const email of [free, taken]) {
      const { userId, email: before } = await member();
      const rename = await running.call('PATCH', `/v1/users/${userId}`, {
        token: admin,
        body: { email },
      });
      const found = [
        await running.get(`/v1/users/forName/${email}`, admin),
        await running.get(`/v1/users/forName/${before}`, admin),
      ];
      const all = [rename, ...found].map((answer) =>
        reported(answer, email)
          .replaceAll(before, 'BEFORE')
          .replaceAll(/member-\d+/g, 'member'),
      );
      answers.push(all.join('\n'));
      const signsInWith = email === taken ? before : email;
      expect((await running.signIn(signsInWith)).status).toBe(200);
    }
    expect(answers[1]).toBe(answers[0]);
    expect(answers[0]).toMatch(/^200 /);
  });

  it('is reported to callers who see all users', async () => {
    const { taken } = await emails();
    expect(await invite(taken, master)).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
  });
});
