import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import type { Fact, Report } from '@annals/kit/verification/facts';
import { factsOfPeriod, givenFact, takenFact, type StoredPeriod } from './period-facts.ts';
import type { Fields, RecordedEvent } from './recorded-events.sql.ts';
import { comparedId } from './settings-facts.ts';
import type { KindOfThing } from './stored-things.ts';
import { factsOfVersions, versionsIn, type StoredVersion } from './version-facts.ts';

const versions = {
  created: 'unit.created',
  changed: 'unit.changed',
  deleted: 'unit.deleted',
  defaults: {
    name: '',
    parentId: null,
    emailDomains: [],
    secondFactorRequired: false,
    secondFactorGraceHours: 168,
  },
  compared: (settings: Fields): Fields =>
    'parentId' in settings ? { ...settings, parentId: comparedId(settings['parentId']) } : settings,
} as const;

const columns = sql`name, parent_id as "parentId", second_factor_required as "secondFactorRequired",
  second_factor_grace_hours as "secondFactorGraceHours"`;

/** Units with the roles that they give to their members, now and in the past. */
export const unitsAsRecorded: KindOfThing = {
  subject: 'unit',
  created: versions.created,
  deleted: versions.deleted,
  actions: [
    versions.created,
    versions.changed,
    versions.deleted,
    'unit.roleAdded',
    'unit.roleRemoved',
  ],
  ids: sql`select id from authentication.organizational_unit
    union select unit_id from authentication.organizational_unit_version
    union select unit_id from authentication.organizational_unit_role_period`,
  type: 'uuid',
  async findStored(database, ids) {
    const current = await database.query<Fields & { id: string }>(
      sql`select u.id, ${columns}, array(select d.domain from authentication.email_domain d
          where d.unit_id = u.id order by d.domain) as "emailDomains"
        from authentication.organizational_unit u where u.id = any(${[...ids]}::uuid[])`,
    );
    const past = await database.query<StoredVersion>(
      sql`select unit_id as id, ${columns}, email_domains as "emailDomains", changed as at, deleted
        from authentication.organizational_unit_version where unit_id = any(${[...ids]}::uuid[])`,
    );
    return [
      ...factsOfVersions('unit', versions, current, past),
      ...(await findRoles(database, ids)).flatMap((period) => factsOfPeriod(ofUnits, period)),
    ];
  },
  readRecorded: (events) => [...versionsIn(versions, events), ...rolesIn(events)],
};

const ofUnits = { holder: 'unit', held: 'role' } as const;

/** The roles that events give to units and take from them; a unit that is deleted loses all. */
function rolesIn(events: readonly RecordedEvent[]): Fact[] {
  const held = new Map<string, Set<string>>();
  return events.flatMap((event) => {
    const { action, subject, before, after } = event;
    const roles = held.get(subject) ?? new Set<string>();
    held.set(subject, roles);
    switch (action) {
      case 'unit.roleAdded':
        roles.add(String(after['role']));
        return [givenFact(subject, `role/${String(after['role'])}`, event)];
      case 'unit.roleRemoved':
        roles.delete(String(before['role']));
        return [takenFact(subject, `role/${String(before['role'])}`, event)];
      case 'unit.deleted':
        return [...roles].map((role) => takenFact(subject, `role/${role}`, event));
      default:
        return [];
    }
  });
}

const findRoles = (database: Queryable, ids: readonly string[]): Promise<StoredPeriod[]> =>
  database.query(
    sql`select unit_id as "holderId", role as held, granted_by as "givenBy", granted_at as "givenAt",
        removed_by as "takenBy", removed_at as "takenAt"
      from authentication.organizational_unit_role_period where unit_id = any(${[...ids]}::uuid[])`,
  );

/** More than the levels that there can be; ends where a unit was written below itself. */
const deepest = 60;
const maxPaths = 1_000;

/** Compares the table by which the roles of units reach those below with the parents of units. */
export async function checkUnitPaths(database: Queryable, report: Report): Promise<void> {
  const wrong = await database.query<{ above: string; below: string; isStored: boolean }>(sql`
    with recursive due (ancestor_id, descendant_id, depth) as (
      select id, id, 0 from authentication.organizational_unit
      union all
      select u.parent_id, due.descendant_id, due.depth + 1
      from due join authentication.organizational_unit u on u.id = due.ancestor_id
      where u.parent_id is not null and due.depth < ${deepest})
    select coalesce(p.ancestor_id, due.ancestor_id) as above, coalesce(p.descendant_id, due.descendant_id) as below,
      p.ancestor_id is not null as "isStored"
    from due full join authentication.organizational_unit_path p using (ancestor_id, descendant_id, depth)
    where p.ancestor_id is null or due.ancestor_id is null
    order by above, below limit ${maxPaths}`);
  for (const { above, below, isStored } of wrong)
    report(
      'DERIVED',
      isStored
        ? `The unit ${below} counts as one below ${above}, which its parents do not say.`
        : `The unit ${below} does not count as one below ${above}, as its parents say.`,
    );
}
