import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { emailAddress, text } from '@annals/contracts/fields';
import {
  addUserRoles,
  assignUserToUnit,
  createUser,
  getUser,
  removeUserRoles,
  unassignUserFromUnit,
} from '@annals/contracts/users';
import { ChangedMeanwhile, type Apply } from '../apply.ts';
import {
  entriesOf,
  fieldChanges,
  kindOf,
  leaveOrRemove,
  requireNamed,
  sortedOnce,
  type Change,
} from '../kind.ts';
import type { User } from '../state.ts';
import { complete, roleNames, unitPath } from './shared-fields.ts';

const grantFile = z.strictObject({
  kind: z.literal('grants'),
  complete,
  users: z.record(
    text(1, 320).check(z.describe('The email of the user.')),
    z.strictObject({
      name: z
        .optional(z.nullable(text(1, 200)))
        .check(z.describe('Used when the user is invited; afterwards users name themselves.')),
      roles: z.optional(roleNames),
      units: z.optional(z.array(unitPath).check(z.maxLength(50))),
    }),
  ),
});
type GrantFile = z.infer<typeof grantFile>;

const newUser: User = { name: null, status: 'NEW', roles: [], units: [] };
const rightsOf = ({ roles, units }: User) => ({ roles, units });

/** The roles and units of users. It never deletes or disables users. */
export const grants = kindOf<GrantFile>({
  kind: 'grants',
  schema: grantFile,

  merge(files, merging) {
    const { draft, problems } = merging;
    const entries = entriesOf(files, 'users', merging, 'users');
    for (const { name, thing, at } of entries) {
      const email = name.toLowerCase();
      const before = draft.users.get(email);
      const user = before ?? { ...newUser, name: thing.name ?? null };
      if (!before && !emailAddress.safeParse(name).success)
        problems.add(at(), `There is no user ${name}, and it is not an email that can be invited.`);
      const { roles = user.roles, units = user.units } = thing;
      requireNamed(roles, draft.roles, 'role', at('roles'), problems);
      requireNamed(units, draft.units, 'unit', at('units'), problems);
      draft.users.set(email, { ...user, roles: sortedOnce(roles), units: sortedOnce(units) });
    }
    const named = new Set(entries.map(({ name }) => name.toLowerCase()));
    if (files.some(({ content }) => content.complete === true)) takeFromOthers(draft.users, named);
    else {
      const holders = [...draft.users].filter(
        ([, { roles, units }]) => roles.length + units.length,
      );
      leaveOrRemove(files, named, new Map(holders), 'Grants of', merging, isDisabled);
    }
  },

  changes({ current, wanted }) {
    return [...wanted.users].flatMap(([email, user]): Change[] => {
      const before = current.configuration.users.get(email);
      const details = fieldChanges(rightsOf(before ?? newUser), rightsOf(user));
      if (!before)
        return [
          {
            action: 'CREATE',
            kind: 'user',
            name: email,
            sentence: `Invites ${user.name === null ? email : `${user.name} (${email})`} by email.`,
            details,
            invites: true,
            run: (apply) => invite(apply, email, user),
          },
        ];
      if (details.length === 0) return [];
      return [
        {
          action: 'CHANGE',
          kind: 'user',
          name: email,
          sentence: `Changes the roles or units of ${email}.`,
          details,
          run: (apply) => change(apply, email, before, user),
        },
      ];
    });
  },

  removals: () => [],

  write({ configuration }) {
    const shown = [...configuration.users]
      .filter(([, user]) => !isDisabled(user))
      .map(([email, { name, roles, units }]) => [email, { name, roles, units }]);
    return [
      {
        name: 'grants.yaml',
        comment:
          'Who holds which roles directly, and is in which units. Disabled users are omitted.\nA user who has no account is invited by annals apply --invite.',
        content: { kind: 'grants', complete: false, users: Object.fromEntries(shown) as object },
      },
    ];
  },
});

/** Disabled users have no access anyway. */
const isDisabled = ({ status }: User) => status === 'DISABLED';

function takeFromOthers(users: Map<string, User>, named: ReadonlySet<string>): void {
  for (const [email, user] of users)
    if (!named.has(email) && !isDisabled(user)) users.set(email, { ...user, roles: [], units: [] });
}

async function invite(apply: Apply, email: string, { name, roles, units }: User): Promise<void> {
  const made = await apply.write(createUser, {
    body: {
      email,
      ...(name === null ? {} : { name }),
      roles,
      organizationalUnitIds: units.map((unit) => apply.unitId(unit)),
    },
  });
  apply.current.users.set(email, { id: made.id, version: made.version });
}

/** A user's roles have no version that a write could name, so they are compared immediately before. */
async function change(apply: Apply, email: string, before: User, after: User): Promise<void> {
  const params = { userId: apply.userId(email) };
  const now = await apply.client.call(getUser, { params, query: { include: ['roleGrants'] } });
  const roles = (now.roleGrants ?? [])
    .filter(({ organizationalUnit }) => organizationalUnit == null)
    .map(({ role }) => role);
  const unitIds = now.organizationalUnits.map(({ id }) => id);
  const idsBefore = before.units.map((unit) => apply.unitId(unit));
  const isAsPlanned =
    (now.roleGrants === undefined || isDeepStrictEqual(sortedOnce(roles), before.roles)) &&
    isDeepStrictEqual(sortedOnce(unitIds), sortedOnce(idsBefore));
  if (!isAsPlanned)
    throw new ChangedMeanwhile(`The roles or units of ${email} have changed since the plan.`);
  const findGained = (field: 'roles' | 'units') =>
    after[field].filter((each) => !before[field].includes(each));
  const findLost = (field: 'roles' | 'units') =>
    before[field].filter((each) => !after[field].includes(each));
  if (findGained('roles').length > 0)
    await apply.write(addUserRoles, { params, query: { role: findGained('roles') } });
  for (const unit of findGained('units'))
    await apply.write(assignUserToUnit, {
      params,
      query: { organizationalUnitId: apply.unitId(unit) },
    });
  for (const unit of findLost('units'))
    await apply.write(unassignUserFromUnit, {
      params,
      query: { organizationalUnitId: apply.unitId(unit) },
    });
  const removed = findLost('roles');
  if (removed.length > 0) await apply.write(removeUserRoles, { params, query: { role: removed } });
}
