import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exhaustive } from '@annals/contracts/testing/exhaustive';
import { testLocations } from './testing/database-locations.ts';
import { password, ServicesUnderTest } from './testing/services-under-test.ts';
import { verificationFindings } from './testing/verification-findings.ts';

/** Changes that are made at the same time. */
const atOnce = 4;
const rounds = exhaustive ? 1_000 : 80;
/** Between two verifications. */
const roundsBetween = exhaustive ? 100 : 20;

/** What the history has made so far: its calls are about these. */
const kinds = ['user', 'unit', 'role', 'application', 'provider', 'partition'] as const;
type Kind = (typeof kinds)[number];

const noDemands = {
  idleMinutes: null,
  absoluteMinutes: null,
  maxSessions: null,
  passkeyRequired: false,
  trustedDeviceDays: null,
  peopleNetworks: null,
  tokenNetworks: null,
  applicationNetworks: null,
  freshProofFor: [],
};

describe.each(testLocations)('a long history of who may do what, $kind', ({ make }) => {
  let place: Awaited<ReturnType<typeof make>>;
  let under: ServicesUnderTest;
  let token: string;
  const made: Record<Kind, string[]> = {
    user: [],
    unit: [],
    role: ['USER', 'AUDITOR', 'ORG_ADMIN', 'UNIT_AUDITOR'],
    application: [],
    provider: [],
    partition: [],
  };
  /** How often each call succeeded. */
  const done = new Map<string, number>();
  let count = 0;

  beforeAll(async () => {
    place = await make();
    under = await ServicesUnderTest.start(place.variables);
    token = await under.createAndSignIn('master@example.org', 'GLOBAL_MASTER');
  });
  afterAll(async () => {
    await under.close();
    await place.remove();
  });

  const numbers = fc.sample(fc.nat(1_000_000), rounds * atOnce * 6);
  const pick = <T>(list: readonly T[]): T | undefined =>
    list[(numbers.pop() ?? 0) % Math.max(1, list.length)];
  const some = (kind: Kind): string => pick(made[kind]) ?? '00000000-0000-7000-8000-000000000000';
  const flip = () => pick([true, false]) === true;

  /** One call of each kind; a refusal is part of the history. */
  const calls: Record<string, () => Promise<void>> = {
    invite: () =>
      call('POST', '/v1/users', {
        data: {
          email: `person${(count += 1)}@example.org`,
          roles: flip() ? [pick(made.role)] : [],
          ...(flip() && { organizationalUnitIds: [some('unit').toUpperCase()] }),
          ...(flip() && { accessEndsDate: '2090-06-01T12:00:00.123456+02:00' }),
        },
        makes: 'user',
      }),
    create: async () => {
      const email = `worker${(count += 1)}@example.org`;
      const roles = pick([['USER'], ['ORG_ADMIN', 'AUDITOR'], []]) ?? [];
      const { userId } = await under.services.authentication.createUser({ email, roles, password });
      made.user.push(userId);
    },
    rename: () =>
      call('PATCH', `/v1/users/${some('user')}`, {
        data: pick<object>([
          { name: `Name ${(count += 1)}` },
          { email: `renamed${count}@example.org` },
          { accessEndsDate: null },
          { accessEndsDate: '2091-01-01T00:00:00Z', status: 'DISABLED' },
          { status: 'ACTIVE' },
        ]),
      }),
    giveRole: () => call('PUT', `/v1/users/${some('user')}/roles?role=${some('role')}`),
    takeRole: () => call('DELETE', `/v1/users/${some('user')}/roles?role=${some('role')}`),
    enable: () => call('PUT', `/v1/users/${some('user')}/status`, { data: { status: 'ACTIVE' } }),
    disable: () =>
      call('PUT', `/v1/users/${some('user')}/status`, { data: { status: 'DISABLED' } }),
    // Rarely, so that there is something to take.
    offboard: async () => {
      if (flip() && flip()) await call('POST', `/v1/users/${some('user')}/offboarding`);
    },
    assign: () => call('PUT', inUnit('')),
    unassign: () => call('PUT', inUnit('/unassign')),
    many: () =>
      call('POST', '/v1/users/bulk', {
        data: {
          userIds: [...new Set([some('user'), some('user'), some('user')])],
          ...pick<object>([
            { action: 'ADD_ROLE', role: some('role') },
            { action: 'REMOVE_ROLE', role: some('role') },
            { action: 'ASSIGN_UNIT', organizationalUnitId: some('unit') },
            { action: 'DISABLE' },
            { action: 'ENABLE' },
            { action: 'RESEND_INVITATION' },
          ]),
        },
      }),
    withdraw: async () => call('DELETE', await invitation('')),
    resend: async () => call('POST', `${await invitation('')}/resend`),
    accept: async () => {
      const address = `${await invitation('open=true')}/link`;
      const { link } = (await under.call('POST', address, { token })).body;
      if (typeof link !== 'string') return;
      const linkToken = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
      await call('POST', '/v1/auth/password', { data: { token: linkToken, password } });
    },
    unit: () =>
      call('POST', `/v1/organizational-units?name=Unit${(count += 1)}${below()}`, {
        makes: 'unit',
      }),
    changeUnit: () =>
      call('PUT', `/v1/organizational-units/${some('unit')}`, {
        data: pick<object>([
          { name: `Moved ${(count += 1)}` },
          { parentId: some('unit').toUpperCase() },
          { parentId: null },
          { emailDomains: ['b.example.com', 'a.example.com'] },
          { secondFactorRequired: flip(), secondFactorGraceHours: 2_000 },
        ]),
      }),
    deleteUnit: () => call('DELETE', `/v1/organizational-units/${some('unit')}`),
    deleteUnitWithRoles: async () => {
      const address = '/v1/organizational-units';
      const { body } = await under.call('POST', `${address}?name=Gone${(count += 1)}`, { token });
      await call('PUT', `${address}/${String(body['id'])}/roles?role=USER&role=AUDITOR`);
      await call('DELETE', `${address}/${String(body['id'])}`);
    },
    giveUnit: () => call('PUT', unitRole()),
    takeFromUnit: () => call('DELETE', unitRole()),
    role: () =>
      call('POST', '/v1/roles', {
        data: {
          name: `ROLE_${(count % 5) + 1}`,
          description: 'Ours',
          permissions: ['users:read'],
          scope: 'all',
        },
        makes: 'role',
      }),
    changeRole: () =>
      call('PATCH', `/v1/roles/${some('role')}`, {
        data: pick<object>([
          { permissions: ['partitions:write', 'users:read'] },
          { description: `Changed ${(count += 1)}` },
          { secondFactorGraceHours: 2_000 },
          { scope: 'unit' },
        ]),
      }),
    deleteRole: () => call('DELETE', `/v1/roles/${some('role')}`),
    signInRule: () =>
      call('POST', '/v1/sign-in-rules', {
        data: { ...noDemands, maxSessions: 90, role: some('role'), organizationalUnitId: null },
      }),
    signInRuleOfUnit: () =>
      call('POST', '/v1/sign-in-rules', {
        data: { ...noDemands, role: null, organizationalUnitId: some('unit').toUpperCase() },
      }),
    changeSignInRule: async () => {
      const { data } = await under.succeed('GET', '/v1/sign-in-rules', { token });
      const rule = pick(data as { id: string }[]);
      const address = `/v1/sign-in-rules/${rule?.id}`;
      const demands = {
        ...noDemands,
        idleMinutes: 60,
        applicationNetworks: ['10.0.0.0/8', '2001:DB8::/32'],
      };
      await (flip() ? call('PUT', address, { data: demands }) : call('DELETE', address));
    },
    application: () =>
      call('POST', '/v1/applications', {
        data: { name: `Application ${(count += 1)}`, roles: [some('role')] },
        makes: 'application',
      }),
    changeApplication: () =>
      call('PATCH', `/v1/applications/${some('application')}`, {
        data: pick<object>([
          { roles: [some('role'), some('role')] },
          { organizationalUnitId: some('unit').toUpperCase() },
          { organizationalUnitId: null, description: 'x' },
        ]),
      }),
    deleteApplication: () => call('DELETE', `/v1/applications/${some('application')}`),
    token: () =>
      call('POST', '/v1/tokens', {
        data: { description: 'Mine', scopes: ['write', 'read'], expiresDate: null },
      }),
    applicationToken: () =>
      call('POST', `/v1/applications/${some('application')}/tokens`, {
        data: { description: 'Its', partitionIds: [some('partition').toUpperCase()] },
      }),
    revoke: async () => {
      const { data } = await under.succeed('GET', '/v1/tokens?pageSize=100', { token });
      await call('DELETE', `/v1/tokens/${pick(data as { id: string }[])?.id}`);
    },
    provider: () =>
      call(
        'POST',
        `/v1/identity-providers${flip() ? `?organizationalUnitId=${some('unit')}` : ''}`,
        {
          data: {
            name: `Provider ${(count += 1)}`,
            issuer: `https://login${count}.example.org`,
            clientId: 'annals',
            emailDomains: ['z.example.net', 'y.example.net'],
          },
          makes: 'provider',
        },
      ),
    changeProvider: () =>
      call('PATCH', `/v1/identity-providers/${some('provider')}`, {
        data: pick<object>([
          { enabled: flip() },
          { groupRoles: { b: 'USER', a: 'AUDITOR' } },
          { trustEmail: flip(), provisioning: 'CREATE', newUserRoles: ['USER'] },
          { emailDomains: ['x.example.net'], organizationalUnitId: some('unit').toUpperCase() },
        ]),
      }),
    deleteProvider: () => call('DELETE', `/v1/identity-providers/${some('provider')}`),
    partition: () =>
      callData('POST', '/v1/partitions', {
        data: { partitionName: `P${(count += 1)}`, ...(flip() && { description: 'x' }) },
        makes: 'partition',
      }),
    changePartition: () =>
      callData('PATCH', `/v1/partitions/${some('partition')}`, {
        data: pick<object>([
          { partitionName: `Renamed ${(count % 3) + 1}` },
          { description: null, retentionDays: 30 },
          { description: 'y', retentionDays: null },
        ]),
      }),
    archive: () =>
      callData('POST', `/v1/partitions/${some('partition')}/archive`, {
        data: { archived: flip() },
      }),
    member: () =>
      callData('PUT', `/v1/partitions/${some('partition')}/users/${some('user')}`, {
        data: { role: flip() ? 'OWNER' : 'READER' },
      }),
    removeMember: () =>
      callData('DELETE', `/v1/partitions/${some('partition')}/users/${some('user')}`),
    webhook: async () => {
      const address = `/v1/partitions/${some('partition')}/webhooks`;
      const { body } = await under.call('GET', address, { service: 'data', token });
      const webhook = pick((body['data'] ?? []) as { id: string }[]);
      const url = `https://receiver${(count += 1) % 3}.example.org/x`;
      const data = { url, eventTypes: ['values.erased'] };
      const method = webhook && pick(['PATCH', 'DELETE']);
      if (!webhook || flip()) await callData('POST', address, { data });
      else if (method === 'PATCH') await callData('PATCH', `${address}/${webhook.id}`, { data });
      else await callData('DELETE', `${address}/${webhook.id}`);
    },
  };

  const inUnit = (end: string) =>
    `/v1/users/${some('user')}/organizational-unit${end}?organizationalUnitId=${some('unit').toUpperCase()}`;
  const unitRole = () =>
    `/v1/organizational-units/${some('unit')}/roles?role=${some('role')}&role=USER`;
  const below = () => (flip() ? `&parentId=${some('unit').toUpperCase()}` : '');

  interface Sent {
    data?: object | undefined;
    makes?: Kind;
    service?: 'data';
  }
  async function call(method: string, path: string, { makes, ...sent }: Sent = {}): Promise<void> {
    const { status, body } = await under.call(method, path, { token, ...sent });
    // A refusal changes nothing; a fault would say nothing about the verification.
    if (status >= 500) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    if (status >= 300) return;
    const name = `${method} ${path.replaceAll(/\/[0-9a-f-]{36}|\/[A-Z_0-9]+(?=$|\?)|\?.*/g, '')}`;
    done.set(name, (done.get(name) ?? 0) + 1);
    if (makes) made[makes].push(String(makes === 'role' ? body['name'] : body['id']));
  }
  const callData = (method: string, path: string, sent: Sent = {}) =>
    call(method, path, { ...sent, service: 'data' });

  async function invitation(filter: string): Promise<string> {
    const path = '/v1/users/invitations';
    const { data } = await under.succeed('GET', `${path}?pageSize=100&${filter}`, { token });
    return `${path}/${pick(data as { id: string }[])?.id}`;
  }

  it('is what the events say, also while it is being made', { timeout: 600_000 }, async () => {
    const found: string[] = [];
    const names = Object.keys(calls);
    // Each as often as the others, in another order every time.
    const order = fc
      .sample(
        fc.shuffledSubarray(names, { minLength: names.length }),
        Math.ceil((rounds * atOnce) / names.length),
      )
      .flat();
    for (let round = 1; round <= rounds; round += 1) {
      await Promise.all(order.splice(0, atOnce).map(async (name) => calls[name]?.()));
      if (round % roundsBetween === 0)
        found.push(...(await verificationFindings(under.services.database)));
    }
    expect(found).toEqual([]);
    expect(done.size).toBeGreaterThan(25);
  });
});
