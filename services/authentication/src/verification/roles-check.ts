import sql from 'sql-template-tag';
import { permissions } from '@annals/contracts/permissions';
import type { Fields } from './recorded-events.sql.ts';
import { builtInRoles } from './built-in-roles.ts';
import { FollowedSettings, textsIn } from './settings-facts.ts';
import type { KindOfThing } from './stored-things.ts';
import { factsOfVersions, versionsIn, type StoredVersion } from './version-facts.ts';

const versions = {
  created: 'role.created',
  changed: 'role.changed',
  deleted: 'role.deleted',
  defaults: {
    description: '',
    permissions: [],
    scope: 'unit',
    secondFactorRequired: false,
    secondFactorGraceHours: 168,
  },
  // A permission that this version does not know allows nothing.
  compared: (settings: Fields): Fields =>
    'permissions' in settings
      ? { ...settings, permissions: permissions.filter(isIn(settings['permissions'])) }
      : settings,
} as const;

const isIn =
  (list: unknown) =>
  (permission: string): boolean =>
    textsIn(list).includes(permission);

const columns = sql`name as id, description, permissions, scope, second_factor_required as "secondFactorRequired",
  second_factor_grace_hours as "secondFactorGraceHours"`;

/** What roles allow, now and in the past. */
export const rolesAsRecorded: KindOfThing = {
  subject: 'role',
  created: versions.created,
  deleted: versions.deleted,
  actions: [versions.created, versions.changed, versions.deleted],
  ids: sql`select name as id from authentication.role union select name from authentication.role_version`,
  type: 'text',
  isBuiltIn: (name) => builtInRoles.has(name),
  async findStored(database, names) {
    const current = await database.query<Fields & { id: string }>(
      sql`select ${columns} from authentication.role where name = any(${[...names]}::text[])`,
    );
    const past = await database.query<StoredVersion>(
      sql`select ${columns}, changed as at, deleted from authentication.role_version
        where name = any(${[...names]}::text[]) and changed > '-infinity'`,
    );
    return factsOfVersions('role', versions, current, past);
  },
  readRecorded(events, names) {
    const roles = new FollowedSettings();
    for (const name of names) {
      const role = builtInRoles.get(name);
      if (role) roles.set(`role/${name}`, versions.compared({ ...versions.defaults, ...role }));
    }
    return versionsIn(versions, events, roles);
  },
};
