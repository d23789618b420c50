import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '@annals/kit/testing/databases';
import { giveDomain } from '../testing/inserted-units.ts';
import { ProviderFixture } from '../testing/provider-fixture.ts';

describe.each(testDatabases())('provisioning, $kind', ({ open }) => {
  const fixture = ProviderFixture.forAll(open);
  const { running, calls } = fixture;

  it('creates nobody with provisioning NONE', async () => {
    await calls.change(fixture.id, { provisioning: 'NONE' });
    const { email, subject } = fixture.account();
    await running.service.createUser({ email, roles: [] });
    const { status, body } = await fixture.signIn(subject);
    expect([status, body.code]).toEqual([403, 'not_provisioned']);
    expect(await fixture.lastEvent('signIn.refused')).toEqual({
      subject: `identityProvider/${fixture.id}`,
      after: { reason: 'not_provisioned', identityProviderId: fixture.id },
    });
  });

  it('links only the user with the email with provisioning EXISTING', async () => {
    await calls.change(fixture.id, { provisioning: 'EXISTING' });
    const { email, subject } = fixture.account();
    expect((await fixture.signIn(subject)).body.code).toBe('not_provisioned');
    const { userId } = await running.service.createUser({ email, roles: ['AUDITOR'] });
    expect((await calls.whoIs(await fixture.signIn(subject))).id).toBe(userId);
    expect(await fixture.lastEvent('identity.linked')).toEqual({
      subject: `user/${userId}`,
      after: { identityProviderId: fixture.id, subject, email },
    });
    // The same email asserted for another account there.
    const other = fixture.account({ email });
    expect((await fixture.signIn(other.subject)).body.code).toBe('other_identity_linked');
  });

  it('activates an invited user, and invalidates the invitation', async () => {
    await calls.change(fixture.id, { provisioning: 'EXISTING' });
    const { email, subject } = fixture.account();
    const { userId, link } = await running.service.createUser({ email, roles: ['USER'] });
    expect(await calls.whoIs(await fixture.signIn(subject))).toMatchObject({
      id: userId,
      status: 'ACTIVE',
    });
    const token = link?.split('token=')[1];
    const { body } = await running.get(`/v1/auth/password-token/${token}`);
    expect(body.state).toBe('used');
  });

  it('accepts an unverified email only from a trusted provider', async () => {
    const { subject } = fixture.account({ email_verified: false });
    expect((await fixture.signIn(subject)).body.code).toBe('email_not_verified');
    const without = fixture.account();
    fixture.peer.accounts.set(without.subject, { name: 'Nobody' });
    expect((await fixture.signIn(without.subject)).body.code).toBe('email_missing');
    await calls.change(fixture.id, { trustEmail: true });
    expect((await fixture.signIn(subject)).status).toBe(200);
  });

  it('refuses disabled users', async () => {
    const { subject } = fixture.account();
    const user = await calls.whoIs(await fixture.signIn(subject));
    await running.database.query(sql`
      update authentication.user_account set status = 'DISABLED' where id = ${user.id}`);
    const { status, body } = await fixture.signIn(subject);
    expect([status, body.code]).toEqual([403, 'account_disabled']);
    expect((await fixture.lastEvent('signIn.refused'))?.subject).toBe(`user/${user.id}`);
  });

  it('gives new users the unit of their domain and the configured one', async () => {
    const [set, ofDomain] = [randomUUID(), randomUUID()];
    for (const unit of [set, ofDomain])
      await running.database.query(sql`
        with made as (insert into authentication.organizational_unit (id, name) values (${unit}, ${unit}) returning id)
        insert into authentication.organizational_unit_path select id, id, 0 from made`);
    const domain = `d${randomUUID()}.example`;
    await giveDomain(running.database, ofDomain, domain);
    await calls.change(fixture.id, { newUserOrganizationalUnitId: set });
    const { subject } = fixture.account({ email: `ada@${domain.toUpperCase()}` });
    const { organizationalUnits } = await calls.whoIs(await fixture.signIn(subject));
    expect(new Set(organizationalUnits?.map((unit) => unit.id))).toEqual(new Set([set, ofDomain]));
  });

  it('updates roles from groups, and leaves other roles alone', async () => {
    await calls.change(fixture.id, { groupRoles: { readers: 'AUDITOR', heads: 'ORG_ADMIN' } });
    const { subject } = fixture.account({ groups: ['readers', 'heads', 'constructor', 'unknown'] });
    const user = await calls.whoIs(await fixture.signIn(subject));
    expect(user.roles).toEqual(['AUDITOR', 'ORG_ADMIN', 'USER']);
    const groups = (...names: string[]) =>
      fixture.peer.accounts.set(subject, { ...fixture.peer.accounts.get(subject), groups: names });
    const rolesAfter = async () => (await calls.whoIs(await fixture.signIn(subject))).roles;
    groups('heads');
    expect(await rolesAfter()).toEqual(['ORG_ADMIN', 'USER']);
    expect((await fixture.lastEvent('user.roleRemoved'))?.after).toEqual({
      roles: ['ORG_ADMIN', 'USER'],
      identityProviderId: fixture.id,
    });
    const grantAuditor = await calls.call('PUT', `/v1/users/${user.id}/roles?role=AUDITOR`);
    expect(grantAuditor.status).toBeLessThan(300);
    groups('heads', 'readers');
    expect(await rolesAfter()).toEqual(['AUDITOR', 'ORG_ADMIN', 'USER']);
    groups();
    expect(await rolesAfter()).toEqual(['AUDITOR', 'USER']);
  });

  it('never makes a group global master, whatever the database says', async () => {
    await running.database.query(sql`
      update authentication.identity_provider
      set group_roles = '{"all": "GLOBAL_MASTER"}', new_user_roles = '{GLOBAL_MASTER,USER}' where id = ${fixture.id}`);
    const { subject } = fixture.account({ groups: ['all'] });
    expect((await calls.whoIs(await fixture.signIn(subject))).roles).toEqual(['USER']);
  });

  it('tests a provider without a session and without changing users', async () => {
    const { subject, email, name } = fixture.account({ groups: ['readers'] });
    await calls.change(fixture.id, { groupRoles: { readers: 'AUDITOR' }, enabled: false });
    const trial = async () => {
      const { body } = await calls.call('POST', `/v1/identity-providers/${fixture.id}/trial`);
      return calls.finish(await fixture.peer.signIn(body.authorizationUrl ?? '', subject));
    };
    const created = await trial();
    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      trial: {
        identityProviderId: fixture.id,
        claims: expect.objectContaining({ sub: subject, email, groups: ['readers'] }),
        // At the clock of the service it has not come yet.
        authenticatedDate: null,
        user: {
          subject,
          email,
          emailVerified: true,
          name,
          language: null,
          roles: ['AUDITOR', 'USER'],
        },
        mapping: [
          {
            attribute: 'groups',
            claim: 'groups',
            state: 'READ',
            found: { kind: 'TEXTS', count: 1, properties: [] },
            values: ['readers'],
          },
        ],
        changes: {
          rolesGained: ['AUDITOR', 'USER'],
          rolesLost: [],
          unitsGained: [],
          unitsLost: [],
          attributes: [
            { attribute: 'name', before: null, after: name },
            { attribute: 'email', before: null, after: email },
            { attribute: 'language', before: null, after: 'en' },
          ],
          unread: [],
        },
        outcome: 'CREATE',
      },
    });
    expect((await running.get(`/v1/users/forName/${email}`, calls.token)).status).toBe(404);
    await calls.change(fixture.id, { provisioning: 'NONE' });
    expect((await trial()).body.trial).toMatchObject({
      outcome: 'REFUSE',
      reason: { message: expect.stringContaining('Ask an administrator') },
    });
    await running.service.createUser({ email, roles: [] });
    await calls.change(fixture.id, { provisioning: 'EXISTING' });
    expect((await trial()).body.trial?.outcome).toBe('LINK');
    expect((await trial()).body.trial?.outcome).toBe('LINK');
    await calls.change(fixture.id, { enabled: true });
    await fixture.signIn(subject);
    expect((await trial()).body.trial?.outcome).toBe('SIGN_IN');
    expect(await fixture.lastEvent('identityProvider.tested')).toEqual({
      subject: `identityProvider/${fixture.id}`,
      after: { outcome: 'SIGN_IN' },
    });
  });
});
