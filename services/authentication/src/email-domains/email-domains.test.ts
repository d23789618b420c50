import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { FakeProvider } from '../testing/fake-provider.ts';
import { assignToUnit, makeUnit } from '../testing/inserted-units.ts';
import { ProviderCalls } from '../testing/provider-calls.ts';
import { RunningService } from '../testing/running-service.ts';

interface ShownDomain {
  domain: string;
  state: string;
  method: string | null;
  verifiedDate: string | null;
  recordName: string;
  recordValue: string;
}

describe.each(testDatabases())('email domains, $kind', ({ open }) => {
  let fake: FakeProvider;
  const tokens: Record<string, string> = {};
  const units: Record<'north' | 'south', string> = { north: '', south: '' };
  /** The records that DNS returns, by name. */
  const records = new Map<string, string[][] | 'SERVFAIL'>();
  let domain = '';

  const running = RunningService.forAll(open, async () => {
    fake = await FakeProvider.start();
    return {
      providerHosts: [fake.host],
      resolveTxt: async (name) => {
        const found = records.get(name) ?? 'ENOTFOUND';
        if (typeof found === 'string')
          throw Object.assign(new Error(`queryTxt ${found} ${name}`), { code: found });
        return found;
      },
    };
  });
  const calls = new ProviderCalls(running);

  beforeAll(async () => {
    units.north = await makeUnit(running.database, 'north');
    units.south = await makeUnit(running.database, 'south');
    for (const [name, role] of [
      ['master', 'GLOBAL_MASTER'],
      ['admin', 'ORG_ADMIN'],
      ['neighbour', 'ORG_ADMIN'],
      ['auditor', 'AUDITOR'],
    ] as const) {
      const { userId, token } = await running.createAndSignIn(`${name}@example.org`, role);
      tokens[name] = token;
      if (name === 'admin') await assignToUnit(running.database, units.north, userId);
      if (name === 'neighbour') await assignToUnit(running.database, units.south, userId);
    }
    calls.token = tokens['master'] ?? '';
  });

  afterAll(() => fake.stop());

  beforeEach(() => {
    domain = `d${randomUUID()}.example`;
    fake.subject = randomUUID();
    fake.email = `ada@${domain}`;
    records.clear();
  });

  const as = (who: string, method: string, path: string, body?: unknown) =>
    calls.call(method, path, body, tokens[who] ?? '');
  const settings = (more: object = {}) => ({
    name: `Provider ${randomUUID()}`,
    issuer: fake.issuer,
    clientId: 'fake-client',
    provisioning: 'CREATE',
    emailDomains: [domain],
    ...more,
  });
  const makeAs = async (who: string, unit: keyof typeof units | null, more: object = {}) => {
    const query = unit === null ? '' : `?organizationalUnitId=${units[unit]}`;
    const made = await as(who, 'POST', `/v1/identity-providers${query}`, settings(more));
    expect(made.status).toBe(201);
    return `/v1/identity-providers/${made.body.id ?? ''}`;
  };
  const idOf = (path: string) => path.split('/').at(-1) ?? '';
  const domainsOf = async (path: string) =>
    ((await as('master', 'GET', path)).body as { domains?: ShownDomain[] }).domains ?? [];
  const verify = (who: string, path: string, of = domain) =>
    as(who, 'POST', `${path}/domains/${of}/verification`);
  const approve = (who: string, path: string, of = domain) =>
    as(who, 'POST', `${path}/domains/${of}/approval`);
  const publish = async (path: string) => {
    for (const { recordName, recordValue } of await domainsOf(path))
      records.set(recordName, [['v=spf1 -all'], [recordValue.slice(0, 20), recordValue.slice(20)]]);
  };
  const routed = async () => {
    const query = `?email=ada@${domain}`;
    const { body } = await as('nobody', 'GET', `/v1/auth/identity-providers${query}`);
    return body.data?.map(({ id }) => id);
  };
  const signIn = async (path: string) =>
    calls.finish(fake.authorize(await calls.start(idOf(path))));
  const lastEvent = async () => {
    const [event] = await running.database.query<{
      action: string;
      subject: string;
      after: object;
    }>(sql`
      select action, subject, after from authentication.event order by seq desc limit 1`);
    return event;
  };

  it('reads an international domain to people and has its record in ASCII', async () => {
    domain = `müller-${randomUUID()}.example`;
    const path = await makeAs('admin', 'north');
    const [claimed] = await domainsOf(path);
    expect(claimed).toMatchObject({ domain, state: 'PENDING' });
    expect(claimed?.recordName).toMatch(/^_annals-challenge\.xn--mller-[\w-]+\.example$/);
    await publish(path);
    expect((await verify('admin', path, encodeURIComponent(domain))).body).toMatchObject({
      domain,
      state: 'VERIFIED',
    });
    const query = `?email=${encodeURIComponent(`ada@${domain.toUpperCase()}`)}`;
    const { body } = await as('nobody', 'GET', `/v1/auth/identity-providers${query}`);
    expect(body.data?.map(({ id }) => id)).toEqual([idOf(path)]);
  });

  it('have no effect for a unit administrator until the record exists', async () => {
    const path = await makeAs('admin', 'north', { trustEmail: true });
    expect(await domainsOf(path)).toEqual([
      {
        domain,
        state: 'PENDING',
        method: null,
        verifiedDate: null,
        recordName: `_annals-challenge.${domain}`,
        recordValue: expect.stringMatching(/^annals-domain-verification=[\w-]{43}$/),
      },
    ]);
    expect(await routed()).toEqual([]);
    expect((await signIn(path)).body.code).toBe('domain_not_verified');

    const missing = await verify('admin', path);
    expect([missing.status, missing.body.code]).toEqual([409, 'domain_not_verified']);
    expect(missing.body.message).toContain(`no TXT record at _annals-challenge.${domain}`);
    records.set(`_annals-challenge.${domain}`, [['annals-domain-verification=another']]);
    const other = await verify('admin', path);
    expect([other.status, other.body.message]).toEqual([409, expect.stringContaining('another')]);
    records.set(`_annals-challenge.${domain}`, 'SERVFAIL');
    const failed = await verify('admin', path);
    expect([failed.status, failed.body.code]).toEqual([502, 'dns_unreachable']);
    expect(await routed()).toEqual([]);

    await publish(path);
    const verified = await verify('admin', path, domain.toUpperCase());
    expect([verified.status, verified.body]).toMatchObject([
      200,
      { domain, state: 'VERIFIED', method: 'DNS', verifiedDate: expect.any(String) },
    ]);
    expect(await lastEvent()).toEqual({
      action: 'identityProvider.domainVerified',
      subject: `identityProvider/${idOf(path)}`,
      after: { domain, method: 'DNS' },
    });
    expect(await routed()).toEqual([idOf(path)]);
    expect((await signIn(path)).status).toBe(200);
    // Checked only once.
    records.clear();
    expect((await verify('admin', path)).status).toBe(200);
    expect((await domainsOf(path))[0]?.state).toBe('VERIFIED');
  });

  it('are approved only by global masters, and verified at once when they set them', async () => {
    const path = await makeAs('admin', 'north');
    const refused = await approve('admin', path);
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    const approved = await approve('master', path);
    expect([approved.status, approved.body]).toMatchObject([
      200,
      { state: 'VERIFIED', method: 'APPROVAL' },
    ]);
    expect(await routed()).toEqual([idOf(path)]);
    const second = `second.${domain}`;
    const byMaster = `master.${domain}`;
    await as('admin', 'PATCH', path, { emailDomains: [domain, second] });
    await as('master', 'PATCH', path, { emailDomains: [domain, second, byMaster] });
    const states = (await domainsOf(path)).map((each) => [each.domain, each.state]);
    expect(new Map(states.map(([name = '', state]) => [name, state]))).toEqual(
      new Map([
        [domain, 'VERIFIED'],
        [second, 'PENDING'],
        [byMaster, 'VERIFIED'],
      ]),
    );
    // A domain that is removed and added again starts over.
    await as('admin', 'PATCH', path, { emailDomains: [] });
    await as('admin', 'PATCH', path, { emailDomains: [domain] });
    expect((await domainsOf(path)).map(({ state }) => state)).toEqual(['PENDING']);
  });

  it('can be claimed by several and are verified for one', async () => {
    const paths = [await makeAs('admin', 'north'), await makeAs('neighbour', 'south')];
    const [first = '', second = ''] = paths;
    const [own, foreign] = await Promise.all(paths.map(domainsOf));
    expect(own?.[0]?.recordValue).not.toBe(foreign?.[0]?.recordValue);
    // The record of one does not prove anything for the other.
    await publish(second);
    expect((await verify('admin', first)).status).toBe(409);
    const statuses = await Promise.all(
      [first, second, first, second].map(async (path) => (await approve('master', path)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    const states = (await Promise.all(paths.map(domainsOf))).map(([each]) => each?.state);
    expect(new Set(states)).toEqual(new Set(['PENDING', 'VERIFIED']));
    const loser = states[0] === 'PENDING' ? first : second;
    const taken = await verify('master', loser);
    await publish(loser);
    expect([taken.status, (await verify('master', loser)).body.code]).toEqual([
      409,
      'domain_taken',
    ]);
    const late = await as('master', 'POST', '/v1/identity-providers', settings());
    expect([late.status, late.body.code]).toEqual([409, 'domain_taken']);
  });

  it('of a provider cannot be verified while they are verified for another unit', async () => {
    const path = await makeAs('admin', 'north');
    const unit = `/v1/organizational-units/${units.south}`;
    await as('master', 'PUT', unit, { emailDomains: [domain] });
    await publish(path);
    for (const answer of [await verify('admin', path), await approve('master', path)])
      expect([answer.status, answer.body.code]).toEqual([409, 'domain_taken']);
  });

  it('of a unit admit nobody until they are verified', async () => {
    const path = `/v1/organizational-units/${units.north}`;
    const changed = await as('admin', 'PUT', path, { emailDomains: [domain] });
    expect((changed.body as { domains?: ShownDomain[] }).domains).toMatchObject([
      { domain, state: 'PENDING' },
    ]);
    const provider = await makeAs('master', null, { emailDomains: [] });
    const unitsOfNew = async () => {
      fake.subject = randomUUID();
      fake.email = `${fake.subject}@${domain}`;
      return (await calls.whoIs(await signIn(provider))).organizationalUnits?.map(({ id }) => id);
    };
    expect(await unitsOfNew()).toEqual([]);
    const other = `/v1/organizational-units/${units.south}`;
    expect((await as('neighbour', 'PUT', other, { emailDomains: [domain] })).status).toBe(200);
    await publish(path);
    expect((await verify('admin', path)).status).toBe(200);
    expect(await lastEvent()).toEqual({
      action: 'unit.domainVerified',
      subject: `unit/${units.north}`,
      after: { domain, method: 'DNS' },
    });
    expect(await unitsOfNew()).toEqual([units.north]);
    const taken = await approve('master', other);
    expect([taken.status, taken.body.code]).toEqual([409, 'domain_taken']);
    await as('neighbour', 'PUT', other, { emailDomains: [] });
    expect((await as('neighbour', 'PUT', other, { emailDomains: [domain] })).status).toBe(409);
  });

  it('that are pending are found by their administrators', async () => {
    const path = await makeAs('admin', 'north');
    const unit = `/v1/organizational-units/${units.south}`;
    await as('neighbour', 'PUT', unit, { emailDomains: [domain] });
    const waiting = async (who: string, list: string) =>
      (await as(who, 'GET', `/v1/${list}?pendingDomains=true&pageSize=500`)).body.data?.map(
        ({ id }) => id,
      );
    expect(await waiting('master', 'identity-providers')).toContain(idOf(path));
    expect(await waiting('neighbour', 'identity-providers')).not.toContain(idOf(path));
    expect(await waiting('master', 'organizational-units')).toContain(units.south);
    expect(await waiting('admin', 'organizational-units')).not.toContain(units.south);
    await approve('master', path);
    await approve('master', unit);
    expect(await waiting('master', 'identity-providers')).not.toContain(idOf(path));
    expect(await waiting('master', 'organizational-units')).toEqual([]);
  });

  it.each(['verification', 'approval'])('respond to the %s like any call', async (step) => {
    for (const [path, owner] of [
      [await makeAs('admin', 'north'), 'identity-providers'],
      [`/v1/organizational-units/${units.north}`, 'organizational-units'],
    ] as const) {
      const ask = async (who: string, of: string, at = path) =>
        (await as(who, 'POST', `${at}/domains/${of}/${step}`)).status;
      expect(await ask('nobody', domain)).toBe(401);
      expect(await ask('auditor', domain)).toBe(403);
      expect(await ask('neighbour', domain)).toBe(step === 'approval' ? 403 : 404);
      expect(await ask('master', 'nobodys.example')).toBe(404);
      expect(await ask('master', domain, `/v1/${owner}/${randomUUID()}`)).toBe(404);
      expect(await ask('master', 'no-domain')).toBe(400);
      expect(await ask('master', domain, `/v1/${owner}/x`)).toBe(400);
    }
  });

  it('are looked up a limited number of times per caller, without affecting others', async () => {
    const path = await makeAs('admin', 'north');
    const answers = [];
    for (let asked = 0; asked < 25; asked++) answers.push(await verify('admin', path));
    const refused = answers.at(-1);
    expect([refused?.status, refused?.body.code]).toEqual([429, 'too_many_requests']);
    expect((await verify('master', path)).status).toBe(409);
    running.now += 60_000;
    expect((await verify('admin', path)).status).toBe(409);
  });
});
