import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aliasUrlsOf,
  createAliasUrl,
  listAliasUrls,
  reactivateAliasUrl,
  visitAliasUrl,
  type AliasUrl,
} from '@annals/contracts/alias-urls';
import type { Database } from '@annals/kit/database/database';
import { testDatabases } from '@annals/kit/testing/databases';
import { people, startListener } from '../testing/data-listener.ts';
import { type Aliases, by, startAliases, url } from './testing/alias-listener.ts';

describe.each(testDatabases())('alias URLs, $kind', ({ open }) => {
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

  it('creates one for an object, a timeline and a URL, and leads there', async () => {
    const { partitionId, object, timeline, create, visit } = aliases;
    const places = [
      [object, `/v1/partitions/${partitionId}/objects/${object.objectId}`],
      [timeline, `/v1/partitions/${partitionId}/timelines/${timeline.timelineId}/objects/latest`],
      [url('https://Docs.EXAMPLE.org/guide?a=b#c'), 'https://docs.example.org/guide?a=b#c'],
    ] as const;
    for (const [target, location] of places) {
      const { status, body, headers } = await create({ target });
      expect([status, headers.get('etag')]).toEqual([201, '"1"']);
      expect(body).toMatchObject({
        target: { kind: target.kind },
        active: true,
        deactivatedDate: null,
        expiryDate: null,
        visits: 0,
        lastVisitDate: null,
        createdUserId: people.writesAll.userId,
        createdUserName: 'WRITESALL',
      });
      expect(await visit(body.alias)).toMatchObject({ status: 200, body: { location } });
    }
  });

  it('creates one per Idempotency-Key, and none with a name that is taken', async () => {
    const { service, object, foreign, nextAlias, create, makeAlias } = aliases;
    const alias = nextAlias();
    const input = {
      ...by('master', {}, { 'idempotency-key': `key-of-${alias}` }),
      body: { alias, target: object },
    };
    const first = await service.call(createAliasUrl, input);
    expect(await service.call(createAliasUrl, input)).toMatchObject({
      status: 201,
      body: first.body,
    });
    const taken = await create({ alias });
    expect(taken).toMatchObject({ status: 409, body: { code: 'alias_taken', current: { alias } } });
    const unseen = await create({ alias: await makeAlias({ target: foreign }) }, 'unitAdmin');
    expect([unseen.status, unseen.body.code, unseen.body.current]).toEqual([
      409,
      'alias_taken',
      undefined,
    ]);
  });

  it('ignores the case of names', async () => {
    const { create, visit } = aliases;
    expect((await create({ alias: 'Mixed.Case' })).body.alias).toBe('mixed.case');
    expect((await visit('MIXED.case')).status).toBe(200);
  });

  it.each(['', 'a/b', '-a', 'a.', 'a b', 'ä', 'a'.repeat(101)])(
    'refuses the name %j',
    async (alias) => {
      const { create } = aliases;
      const { status, body } = await create({ alias });
      expect([status, body.fields?.[0]?.path]).toEqual([400, 'body.alias']);
    },
  );

  it.each(['javascript:alert(1)', '//docs.example.org/', 'https://docs.example.org@evil.example/'])(
    'refuses the URL %j',
    async (written) => {
      const { create } = aliases;
      const { status, body } = await create({ target: url(written) });
      expect([status, body.fields?.[0]?.path]).toEqual([400, 'body.target.url']);
    },
  );

  it('counts each of several concurrent visits, and no lookup', async () => {
    const { makeAlias, visit, look, find } = aliases;
    const alias = await makeAlias();
    await Promise.all(Array.from({ length: 5 }, () => visit(alias)));
    expect(await look(alias)).toMatchObject({ status: 200 });
    const { body } = await find(alias);
    expect(body).toMatchObject({ visits: 5, lastVisitDate: expect.any(String), version: 1 });
  });

  it('returns the same 404 for an unknown, deactivated or expired alias', async () => {
    const { makeAlias, change, reactivate, visit, look, expire } = aliases;
    const deactivated = await makeAlias();
    expect((await change(deactivated, { active: false })).body).toMatchObject({
      active: false,
      deactivatedDate: expect.any(String),
      version: 2,
    });
    const expired = await makeAlias();
    await expire(expired);
    const answers = await Promise.all(
      ['unknown', deactivated, expired].flatMap((alias) => [visit(alias), look(alias)]),
    );
    for (const { status, body } of answers)
      expect([status, { ...body, requestId: '' }]).toEqual([
        404,
        { ...answers[0]?.body, code: 'alias_not_active', requestId: '' },
      ]);
    for (const alias of [deactivated, expired]) {
      const { status, body } = await reactivate(alias);
      expect(status).toBe(200);
      expect(body).toMatchObject({ active: true, deactivatedDate: null, expiryDate: null });
      expect((await visit(alias)).status).toBe(200);
      expect((await reactivate(alias)).body).toMatchObject({ version: body.version });
    }
  });

  it('can only expire in the future', async () => {
    const { create, makeAlias, change, reactivate, visit } = aliases;
    const past = await create({ expiryDate: '2020-01-01T00:00:00Z' });
    expect([past.status, past.body.fields?.[0]?.path]).toEqual([400, 'body.expiryDate']);
    const alias = await makeAlias({ expiryDate: '2999-01-01T00:00:00Z' });
    expect((await visit(alias)).status).toBe(200);
    expect((await change(alias, { expiryDate: '2020-01-01T00:00:00Z' })).status).toBe(400);
    await change(alias, { active: false });
    expect((await reactivate(alias)).body.expiryDate).toBe('2999-01-01T00:00:00.000000Z');
    expect((await change(alias, { expiryDate: null })).body.expiryDate).toBeNull();
  });

  it('refuses a change based on an outdated version', async () => {
    const { timeline, makeAlias, change, reactivate, visit } = aliases;
    const alias = await makeAlias();
    const moved = await change(alias, { target: timeline }, 'master', { 'if-match': '"1"' });
    expect([moved.status, moved.headers.get('etag')]).toEqual([200, '"2"']);
    expect((await visit(alias)).body.location).toMatch(/\/objects\/latest$/);
    const late = await change(alias, { active: false }, 'master', { 'if-match': '"1"' });
    expect(late).toMatchObject({
      status: 412,
      body: { code: 'changed_meanwhile', current: { version: 2 } },
    });
    expect((await change(alias, {})).status).toBe(400);
    expect((await change('unknown', { active: false })).status).toBe(404);
    expect((await reactivate('unknown')).status).toBe(404);
  });

  it('no longer leads to a host that is no longer allowed', async () => {
    const { makeAlias, visit } = aliases;
    const alias = await makeAlias({ target: url('https://a.b.example.com/x') });
    expect((await visit(alias)).status).toBe(200);
    const strict = await startListener(database);
    expect((await strict.call(visitAliasUrl, { query: { alias } })).status).toBe(404);
    const again = await strict.call(reactivateAliasUrl, { ...by('master'), query: { alias } });
    expect([again.status, again.body.code]).toEqual([409, 'host_not_allowed']);
    const { body } = await strict.call(listAliasUrls, { ...by('master'), query: { alias } });
    expect(body).toMatchObject({ active: false, visits: 1 });
    await strict.close();
  });

  it('is listed in each order, by text and by state', async () => {
    const { service, create, change, visit, names, expire } = aliases;
    const list = ['zz-one', 'zz-two', 'zz-three'];
    for (const alias of list) await create({ alias });
    await create({ alias: 'yy', target: url('https://docs.example.org/ZZ-guide') });
    await visit('zz-two');
    await change('zz-one', { active: false });
    await expire('zz-three');
    expect(await names({ text: 'zz-' })).toEqual(['yy', 'zz-one', 'zz-three', 'zz-two']);
    expect(await names({ text: 'ZZ-', sort: '-createdDate' })).toEqual([
      'yy',
      ...list.toReversed(),
    ]);
    expect((await names({ text: 'zz-', sort: '-visits' }))[0]).toBe('zz-two');
    expect(await names({ text: 'zz-', state: 'ACTIVE' })).toEqual(['yy', 'zz-two']);
    expect(await names({ text: 'zz-', state: 'INACTIVE' })).toEqual(['zz-one']);
    expect(await names({ text: 'zz-', state: 'EXPIRED' })).toEqual(['zz-three']);
    for (const sort of ['alias', '-createdDate', 'visits'] as const) {
      const whole = await names({ text: 'zz-', sort });
      const walked: AliasUrl[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query = { text: 'zz-', sort, pageSize: 3, ...(cursor ? { cursor } : {}) };
        const { body } = await service.call(listAliasUrls, { ...by('master'), query });
        const page = aliasUrlsOf(body);
        walked.push(...page.data);
        cursor = page.nextCursor;
      }
      expect(walked.map(({ alias }) => alias)).toEqual(whole);
    }
    const bad = await service.call(listAliasUrls, {
      ...by('master'),
      query: { cursor: 'eA' },
    });
    expect(bad.status).toBe(400);
  });
});
