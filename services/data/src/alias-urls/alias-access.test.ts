import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aliasUrlEndpoints, createAliasUrl, type AliasTarget } from '@annals/contracts/alias-urls';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import type { Limits } from '../testing/data-listener.ts';
import { absent, type Aliases, by, startAliases, url } from './testing/alias-listener.ts';

describe.each(testDatabases())('access to alias URLs, $kind', ({ open }) => {
  let database: Database;
  let aliases: Aliases;

  beforeAll(async () => {
    database = await open();
    aliases = await startAliases(database);
  });
  afterAll(async () => {
    await aliases.service.close();
    await database.close();
  });

  it('refuses an unknown and an inaccessible target with the same message', async () => {
    const { object, timeline, foreign, create } = aliases;
    const messages = async (target: AliasTarget) => {
      const { status, body } = await create({ target }, 'unitAdmin');
      return { status, fields: body.fields };
    };
    const expected = {
      status: 400,
      fields: [
        {
          path: 'body.target.objectId',
          messageCode: 'noObjectThere',
          message: expect.stringMatching(/no such object/),
        },
      ],
    };
    const [first, ...others] = [
      await messages(foreign),
      await messages({ ...object, objectId: absent }),
      await messages({ ...object, partitionId: absent }),
    ];
    expect(first).toEqual(expected);
    for (const other of others) expect(other).toEqual(first);
    expect(await messages({ ...timeline, timelineId: absent })).toMatchObject({
      status: 400,
      fields: [{ path: 'body.target.timelineId' }],
    });
  });

  it('shows unit administrators their own aliases and those into partitions they may read', async () => {
    const { object, foreign, makeAlias, change, reactivate, find, names } = aliases;
    const inside = await makeAlias({ target: object });
    const outside = await makeAlias({ target: foreign });
    const own = await makeAlias({ target: url('https://docs.example.org/') }, 'unitAdmin');
    const seen = await names({ pageSize: 500 }, 'unitAdmin');
    expect([inside, outside, own].map((alias) => seen.includes(alias))).toEqual([
      true,
      false,
      true,
    ]);
    expect((await find(inside, 'unitAdmin')).status).toBe(200);
    expect((await find(outside, 'unitAdmin')).status).toBe(404);
    expect((await change(outside, { active: false }, 'unitAdmin')).status).toBe(404);
    expect((await reactivate(outside, 'unitAdmin')).status).toBe(404);
    // A reader of the partition sees it but cannot change it; an editor can.
    expect((await change(inside, { active: false }, 'unitAdmin')).status).toBe(403);
    expect((await change(inside, { active: false }, 'unitEditor')).status).toBe(200);
    expect((await reactivate(inside, 'unitAdmin')).status).toBe(403);
    expect((await change(own, { active: false }, 'unitAdmin')).status).toBe(200);
  });

  it('is available to API tokens within their scope and partitions', async () => {
    const { service, partitionId, object, foreign, nextAlias, makeAlias, find, names } = aliases;
    const inside = await makeAlias({ target: object });
    const outside = await makeAlias({ target: foreign });
    const limits: Limits = { scopes: ['read', 'admin'], partitionIds: [partitionId] };
    const seen = await names({ pageSize: 500 }, 'master', limits);
    expect([inside, outside].map((alias) => seen.includes(alias))).toEqual([true, false]);
    expect((await find(outside, 'master', limits)).status).toBe(404);
    const post = async (target: AliasTarget, given: Limits) =>
      (
        await service.call(createAliasUrl, {
          ...by('master', given),
          body: { alias: nextAlias(), target },
        })
      ).status;
    expect(await post(object, limits)).toBe(201);
    expect(await post(foreign, limits)).toBe(400);
    expect(await post(url('https://docs.example.org/'), limits)).toBe(403);
    expect(await post(object, { scopes: ['read', 'write'] })).toBe(403);
  });

  it.each(aliasUrlEndpoints.filter(({ access }) => access.kind === 'permission'))(
    '$method $path requires the permission',
    async ({ method, path }) => {
      const { service } = aliases;
      const address = `${path}?alias=some`;
      expect((await service.send(method, address)).status).toBe(401);
      expect((await service.send(method, address, { as: 'owner' })).status).toBe(403);
      const asOf = await service.send(method, `${address}&asOf=2022-03-01T00:00:00Z`, by('master'));
      expect(asOf.status).toBe(method === 'GET' ? 400 : 409);
    },
  );
});
