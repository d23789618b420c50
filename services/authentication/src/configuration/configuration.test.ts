import { beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { RunningService } from '../testing/running-service.ts';

const path = '/v1/events/configuration';
const body = {
  changes: ['Creates the role EDITORS.', 'Adds ada@example.org to Products as editor.'],
  accessChanges: ['Ada Lovelace (ada@example.org) gains: may write Products (member as editor).'],
  reason: 'commit 4f1c2aa',
};

describe.each(testDatabases())('the report of an applied configuration, $kind', ({ open }) => {
  const running = RunningService.forAll(open);
  let master: string;
  beforeAll(async () => {
    ({ token: master } = await running.createAndSignIn('master@example.org', 'GLOBAL_MASTER'));
  });

  const events = async (action: string) => {
    const { body: page } = await running.get(`/v1/events?action=${action}`, master);
    return page.data as unknown as { after: object; actor: { name: string }; subject: null }[];
  };

  it('is one event with all changes', async () => {
    const { status } = await running.call('POST', path, { token: master, body });
    expect(status).toBe(204);
    const found = await events('configuration.applied');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ subject: null, after: body });
    expect(await events('configuration.stopped')).toHaveLength(0);
  });

  it('counts as a failure if it stopped', async () => {
    const stopped = 'The role EDITORS has changed meanwhile.';
    await running.call('POST', path, { token: master, body: { ...body, stopped } });
    expect((await events('configuration.stopped'))[0]?.after).toEqual({ ...body, stopped });
    const { body: failures } = await running.get('/v1/events?outcome=FAILURE', master);
    expect(failures.data).toMatchObject([{ action: 'configuration.stopped' }]);
  });

  it.each([
    ['no changes', { accessChanges: [] }],
    ['a change that is not a sentence', { ...body, changes: [''] }],
    ['more than the log accepts', { ...body, changes: Array(1001).fill('Creates a role.') }],
    ['an unknown field', { ...body, secret: 'x' }],
  ])('refuses %s', async (_, wrong) => {
    const answer = await running.call('POST', path, { token: master, body: wrong });
    expect(answer.status).toBe(400);
  });

  it('requires the right to change roles everywhere', async () => {
    expect((await running.call('POST', path, { body })).status).toBe(401);
    for (const role of ['ORG_ADMIN', 'AUDITOR', 'USER']) {
      const { token } = await running.createAndSignIn(`${role.toLowerCase()}@example.org`, role);
      const { status } = await running.call('POST', path, { token, body });
      expect([role, status]).toEqual([role, 403]);
    }
    const role = {
      name: 'ROLE_KEEPER',
      description: '',
      permissions: ['roles:write'],
      scope: 'unit',
    };
    await running.call('POST', '/v1/roles', { token: master, body: role });
    const { token } = await running.createAndSignIn('keeper@example.org', 'ROLE_KEEPER');
    expect((await running.call('POST', path, { token, body })).status).toBe(403);
  });
});
