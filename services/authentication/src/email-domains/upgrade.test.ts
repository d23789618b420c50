import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@annals/kit/database/database';
import { migrate } from '@annals/kit/migrate/migrate';
import { emptyDatabases } from '@annals/kit/testing/databases';
import { record, type AuditEvent } from '../audit/audit-log.sql.ts';
import { operator } from '../context/actor.ts';
import { migrations } from '../migrations.ts';

const at = Date.parse('2026-02-01T12:00:00Z');
const moment = new Date(at).toISOString();

describe.each(emptyDatabases())(
  'a database from before domains were verified, $kind',
  ({ open }) => {
    let database: Database;
    const before = mkdtempSync(path.join(tmpdir(), 'annals-migrations-'));
    const [master, admin, unit] = [randomUUID(), randomUUID(), randomUUID()];
    const providers = { ofMaster: randomUUID(), ofAdmin: randomUUID(), global: randomUUID() };
    const proven = { mailed: randomUUID(), copied: randomUUID(), renamed: randomUUID() };

    const event = (action: 'link.made' | 'link.used' | 'user.changed', id: string, after: object) =>
      write({ action, actorId: id, subject: `user/${id}`, after });
    const write = (
      { actorId, action, subject, after }: Omit<AuditEvent, 'actor'> & { actorId: string | null },
      later = 0,
    ) =>
      database.transaction((transaction) =>
        record(transaction, { id: actorId, at: at + later, source: operator }, action, subject, {
          after,
        }),
      );

    beforeAll(async () => {
      const directory = fileURLToPath(migrations.directory);
      for (const name of readdirSync(directory))
        if (name < '0014') cpSync(path.join(directory, name), path.join(before, name));
      database = await open();
      await migrate(database, {
        ...migrations,
        directory: pathToFileURL(`${before}/`),
      });
      for (const id of [master, admin, ...Object.values(proven)])
        await database.query(sql`
        insert into authentication.user_account (id, username, email, name, search_text, status, lang, created)
        values (${id}, ${id}, ${`${id}@example.org`}, ${id}, ${id}, 'ACTIVE', 'en', ${moment})`);
      await database.query(sql`
      insert into authentication.user_role_period (user_id, role, granted_at)
      values (${master}, 'GLOBAL_MASTER', '2026-01-01T00:00:00Z'), (${admin}, 'ORG_ADMIN', '2026-01-01T00:00:00Z')`);
      await database.query(sql`
      insert into authentication.organizational_unit (id, name) values (${unit}, 'north')`);
      for (const [name, id] of Object.entries(providers)) {
        await database.query(sql`
        insert into authentication.identity_provider (id, unit_id, name, enabled, button_label, issuer, client_id,
          client_authentication, scopes, endpoints, claim_map, group_roles, trust_email, trust_second_factor, provisioning,
          new_user_roles, created)
        values (${id}, ${name === 'global' ? null : unit}, ${name}, true, 'P', 'https://idp.example', 'c', 'none',
          '{openid}', '{}', '{}', '{}', false, false, 'EXISTING', '{}', ${moment})`);
        await database.query(sql`
        insert into authentication.identity_provider_domain (domain, provider_id)
        values (${`${name.toLowerCase()}.example`}, ${id})`);
      }
      await database.query(sql`
      insert into authentication.organizational_unit_domain (domain, unit_id)
      values ('master.example', ${unit}), ('admin.example', ${unit})`);
      const setDomains = (actorId: string, subject: string, emailDomains: string[]) =>
        write({ action: 'unit.changed', actorId, subject, after: { emailDomains } });
      await setDomains(admin, `unit/${unit}`, ['admin.example']);
      await setDomains(master, `unit/${unit}`, ['master.example']);
      for (const [actorId, id, name] of [
        [master, providers.ofMaster, 'ofmaster'],
        [admin, providers.ofAdmin, 'ofadmin'],
      ] as const)
        await write({
          action: 'identityProvider.created',
          actorId,
          subject: `identityProvider/${id}`,
          after: { emailDomains: [`${name}.example`] },
        });
      // what PostgreSQL does not read as JSON
      await write({
        action: 'identityProvider.changed',
        actorId: master,
        subject: `identityProvider/${providers.ofAdmin}`,
        after: { groupRoles: { 'a \u0000 b \ud800': 'USER' } },
      });
      const { mailed, copied, renamed } = proven;
      await event('link.used', mailed, { purpose: 'INVITATION' });
      await event('link.made', copied, { purpose: 'INVITATION' });
      await event('link.used', copied, { purpose: 'INVITATION' });
      await event('link.used', renamed, { purpose: 'RESET' });
      const change = { before: { email: 'a@example.org' }, after: { email: 'b@example.org' } };
      await write(
        { action: 'user.changed', actorId: master, subject: `user/${renamed}`, ...change },
        1000,
      );
      await migrate(database, migrations);
    });

    afterAll(async () => {
      await database.close();
      rmSync(before, { recursive: true });
    });

    it('keeps those verified that a global master set, and has the others verified anew', async () => {
      const domains = await database.query(sql`
      select domain, method, verified is not null as verified from authentication.email_domain order by domain`);
      const approved = { method: 'APPROVAL', verified: true };
      const pending = { method: null, verified: false };
      expect(domains).toEqual([
        { domain: 'admin.example', ...pending },
        { domain: 'global.example', ...approved },
        { domain: 'master.example', ...approved },
        { domain: 'ofadmin.example', ...pending },
        { domain: 'ofmaster.example', ...approved },
      ]);
    });

    it('knows whose mailbox was shown to be read', async () => {
      const users = await database.query<{ id: string }>(sql`
      select id from authentication.user_account where email_proven is not null`);
      expect(users.map(({ id }) => id)).toEqual([proven.mailed]);
    });
  },
);
