import * as z from 'zod/mini';
import { changeRole, createRole, deleteRole } from '@annals/contracts/roles';
import { permissions as allPermissions } from '@annals/contracts/permissions';
import {
  changedFields,
  entriesOf,
  fieldChanges,
  pickDefined,
  kindOf,
  leaveOrRemove,
  only,
  removalsOf,
  type Change,
} from '../kind.ts';
import type { Role } from '../state.ts';
import { complete } from './shared-fields.ts';

const { name: roleName, ...fields } = createRole.body.shape;
const roleFile = z.strictObject({
  kind: z.literal('roles'),
  complete,
  roles: z.record(roleName, z.partial(z.strictObject(fields))),
});
type RoleFile = z.infer<typeof roleFile>;

const newRole: Role = {
  description: '',
  permissions: [],
  scope: 'all',
  builtIn: false,
  secondFactorRequired: false,
  secondFactorGraceHours: 168,
};
const secondFactorFields: readonly string[] = ['secondFactorRequired', 'secondFactorGraceHours'];

/** What users and applications may do. */
export const roles = kindOf<RoleFile>({
  kind: 'roles',
  schema: roleFile,

  merge(files, merging) {
    const { draft, problems } = merging;
    const entries = entriesOf(files, 'roles', merging, 'roles');
    for (const { name, thing, at } of entries) {
      const before = draft.roles.get(name);
      const after = { ...(before ?? newRole), ...pickDefined(thing) };
      after.permissions = allPermissions.filter((each) => after.permissions.includes(each));
      if (!before && (thing.permissions === undefined || thing.scope === undefined))
        problems.add(at(), `To create the role ${name}, give its permissions and scope.`);
      const changed = changedFields(before ?? after, after);
      if (before?.builtIn && changed.some((field) => !secondFactorFields.includes(field)))
        problems.add(
          at(changed.find((field) => !secondFactorFields.includes(field)) ?? ''),
          `${name} is a built-in role: only ${secondFactorFields.join(' and ')} can be changed.`,
        );
      draft.roles.set(name, after);
    }
    const named = new Set(entries.map(({ name }) => name));
    leaveOrRemove(files, named, draft.roles, 'Roles', merging, ({ builtIn }) => builtIn);
  },

  changes({ current, wanted }) {
    return [...wanted.roles].flatMap(([name, role]): Change[] => {
      const before = current.configuration.roles.get(name);
      const { builtIn: _, ...body } = role;
      if (!before)
        return [
          {
            action: 'CREATE',
            kind: 'role',
            name,
            sentence: `Creates the role ${name}.`,
            details: fieldChanges({ ...newRole }, role),
            async run({ write, current: { roles: known } }) {
              const created = await write(createRole, { body: { name, ...body } });
              known.set(name, { id: name, version: created.version });
            },
          },
        ];
      const changed = changedFields(before, role);
      if (changed.length === 0) return [];
      return [
        {
          action: 'CHANGE',
          kind: 'role',
          name,
          sentence: `Changes the role ${name}.`,
          details: fieldChanges(before, role),
          async run({ write, current: { roles: known } }) {
            const input = { params: { role: name }, body: only(body, changed) };
            await write(changeRole, input, known.get(name)?.version);
          },
        },
      ];
    });
  },

  removals: ({ current, wanted }) =>
    removalsOf(current.configuration.roles, wanted.roles, (name) => ({
      kind: 'role',
      name,
      sentence: `Deletes the role ${name}.`,
      async run({ write, current: { roles: known } }) {
        await write(deleteRole, { params: { role: name } }, known.get(name)?.version);
      },
    })),

  write({ configuration }) {
    const shown = [...configuration.roles].map(([name, { builtIn, ...role }]) => [
      name,
      builtIn
        ? {
            secondFactorRequired: role.secondFactorRequired,
            secondFactorGraceHours: role.secondFactorGraceHours,
          }
        : role,
    ]);
    return [
      {
        name: 'roles.yaml',
        comment:
          'What users and applications may do. Only the second factor requirement of a built-in role can be changed.',
        content: { kind: 'roles', complete: false, roles: Object.fromEntries(shown) as object },
      },
    ];
  },
});
