import sql from 'sql-template-tag';
import type { Fields } from './recorded-events.sql.ts';
import { comparedId } from './settings-facts.ts';
import type { KindOfThing } from './stored-things.ts';
import { factsOfVersions, versionsIn, type StoredVersion } from './version-facts.ts';

const versions = {
  created: 'application.created',
  changed: 'application.changed',
  deleted: 'application.deleted',
  defaults: { name: '', organizationalUnitId: null, roles: [] },
  compared: (settings: Fields): Fields =>
    'organizationalUnitId' in settings
      ? { ...settings, organizationalUnitId: comparedId(settings['organizationalUnitId']) }
      : settings,
} as const;

const columns = sql`name, unit_id as "organizationalUnitId", roles`;

/** The roles and units of applications, now and in the past. */
export const applicationsAsRecorded: KindOfThing = {
  subject: 'application',
  created: versions.created,
  deleted: versions.deleted,
  actions: [versions.created, versions.changed, versions.deleted],
  ids: sql`select id from authentication.application`,
  type: 'uuid',
  async findStored(database, ids) {
    const current = await database.query<Fields & { id: string }>(
      sql`select id, ${columns} from authentication.application
        where id = any(${[...ids]}::uuid[]) and deleted is null`,
    );
    const past = await database.query<StoredVersion>(
      sql`select application_id as id, ${columns}, changed as at, deleted from authentication.application_version
        where application_id = any(${[...ids]}::uuid[])`,
    );
    return factsOfVersions('application', versions, current, past);
  },
  readRecorded: (events) => versionsIn(versions, events),
};
