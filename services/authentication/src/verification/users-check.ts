import sql from 'sql-template-tag';
import type { Queryable } from '@annals/kit/database/database';
import { pickFields, type Fact } from '@annals/kit/verification/facts';
import { factsOfPeriod, givenFact, takenFact, type StoredPeriod } from './period-facts.ts';
import type { Fields, RecordedEvent } from './recorded-events.sql.ts';
import {
  comparedId,
  comparedTime,
  factsOfSettings,
  FollowedSettings,
  textsIn,
} from './settings-facts.ts';
import type { KindOfThing } from './stored-things.ts';

const inRoles = { holder: 'user', held: 'role' } as const;
const inUnits = { holder: 'user', held: 'unit' } as const;

/** Who may sign in and under which name, the roles that were given directly, and the units: now and in the past. */
export const usersAsRecorded: KindOfThing = {
  subject: 'user',
  created: 'user.created',
  deleted: null,
  actions: [
    'user.created',
    'user.changed',
    'user.statusChanged',
    'user.roleAdded',
    'user.roleRemoved',
    'user.unitAssigned',
    'user.unitUnassigned',
    'user.offboarded',
    'user.accessEnded',
    'invitation.resent',
    'invitation.withdrawn',
    'link.made',
    'password.set',
  ],
  ids: sql`select id from authentication.user_account`,
  type: 'uuid',
  async findStored(database, ids) {
    const users = await database.query<Fields & { id: string }>(
      sql`select id, status, username, email, access_ends as "accessEndsDate"
        from authentication.user_account where id = any(${[...ids]}::uuid[])`,
    );
    return [
      ...users.flatMap(({ id, ...user }) => factsOfSettings(`user/${id}`, settingsIn(user))),
      ...(await findRoles(database, ids)).flatMap((period) => factsOfPeriod(inRoles, period)),
      ...(await findUnits(database, ids)).flatMap((period) => factsOfPeriod(inUnits, period)),
    ];
  },
  readRecorded(events) {
    const settings = new FollowedSettings();
    for (const event of events) follow(settings, event);
    return [...settings.facts(), ...events.flatMap(grantsIn)];
  },
};

function settingsIn(fields: Fields): Fields {
  const settings = pickFields(fields, ['status', 'username', 'email', 'accessEndsDate']);
  return 'accessEndsDate' in settings
    ? { ...settings, accessEndsDate: comparedTime(settings['accessEndsDate']) }
    : settings;
}

function follow(settings: FollowedSettings, { action, subject, after, index }: RecordedEvent) {
  const was = settings.valueOf(subject, 'status');
  const become = (status: unknown) => settings.set(subject, { status }, index);
  switch (action) {
    case 'user.created': {
      const { email, accessEndsDate = null } = after;
      const created = { ...after, username: email, accessEndsDate };
      return settings.set(subject, settingsIn(created), index);
    }
    case 'user.changed':
      return settings.set(subject, settingsIn(after), index);
    // Who is given a new link after the invitation was withdrawn is invited again.
    case 'link.made':
      return after['purpose'] === 'INVITATION' && was === 'DISABLED'
        ? become('INVITED')
        : undefined;
    case 'password.set':
      return was === 'INVITED' ? become('ACTIVE') : undefined;
    default:
      return 'status' in after ? become(after['status']) : undefined;
  }
}

/** What an event gives and takes. */
function grantsIn(event: RecordedEvent): Fact[] {
  const { action, subject, before, after } = event;
  const had = textsIn(before['roles']);
  const has = textsIn(after['roles']);
  const given = (held: string) => givenFact(subject, held, event);
  const taken = (held: string) => takenFact(subject, held, event);
  switch (action) {
    case 'user.created':
      return [
        ...has.map((role) => given(`role/${role}`)),
        ...textsIn(after['organizationalUnitIds']).map((id) => given(unitWith(id))),
      ];
    case 'user.roleAdded':
      return has.filter((role) => !had.includes(role)).map((role) => given(`role/${role}`));
    case 'user.roleRemoved':
      return had.filter((role) => !has.includes(role)).map((role) => taken(`role/${role}`));
    case 'user.unitAssigned':
      return [given(unitIn(after['organizationalUnit']))];
    case 'user.unitUnassigned':
      return [taken(unitIn(before['organizationalUnit']))];
    case 'user.offboarded':
      return [
        ...had.map((role) => taken(`role/${role}`)),
        ...unitsIn(before['organizationalUnits']).map((unit) => taken(unitIn(unit))),
      ];
    default:
      return [];
  }
}

const unitsIn = (list: unknown): unknown[] => (Array.isArray(list) ? list : []);

/** A caller may have written the id in capitals. */
const unitWith = (id: unknown): string => `unit/${String(comparedId(id))}`;

const unitIn = (unit: unknown): string => unitWith((unit as { id?: unknown } | undefined)?.id);

const findRoles = (database: Queryable, ids: readonly string[]): Promise<StoredPeriod[]> =>
  database.query(
    sql`select user_id as "holderId", role as held, granted_by as "givenBy", granted_at as "givenAt",
        removed_by as "takenBy", removed_at as "takenAt"
      from authentication.user_role_period where user_id = any(${[...ids]}::uuid[])`,
  );

const findUnits = (database: Queryable, ids: readonly string[]): Promise<StoredPeriod[]> =>
  database.query(
    sql`select user_id as "holderId", unit_id as held, assigned_by as "givenBy", assigned_at as "givenAt",
        removed_by as "takenBy", removed_at as "takenAt"
      from authentication.organizational_unit_member_period where user_id = any(${[...ids]}::uuid[])`,
  );
