import { asciiDomain } from '@annals/contracts/email-address';
import * as z from 'zod/mini';
import {
  addUnitRoles,
  changeOrganizationalUnit,
  createOrganizationalUnit,
  deleteOrganizationalUnit,
  removeUnitRoles,
} from '@annals/contracts/organizational-units';
import type { Apply } from '../apply.ts';
import { compareTexts } from '../current-state.ts';
import {
  changedFields,
  entriesOf,
  fieldChanges,
  pickDefined,
  kindOf,
  leaveOrRemove,
  only,
  removalsOf,
  requireNamed,
  sortedOnce,
  type Change,
} from '../kind.ts';
import { nameInPath, parentPath, unitsUp, type Unit } from '../state.ts';
import { complete, roleNames, unitPath } from './shared-fields.ts';

const { emailDomains, secondFactorRequired, secondFactorGraceHours } =
  changeOrganizationalUnit.body.shape;
const unitFile = z.strictObject({
  kind: z.literal('units'),
  complete,
  units: z.record(
    unitPath,
    z.strictObject({
      roles: z.optional(roleNames),
      emailDomains,
      secondFactorRequired,
      secondFactorGraceHours,
    }),
  ),
});
type UnitFile = z.infer<typeof unitFile>;

const newUnit: Unit = {
  roles: [],
  emailDomains: [],
  secondFactorRequired: false,
  secondFactorGraceHours: 168,
};

/** The tree of organizational units, with the roles that their members hold. */
export const units = kindOf<UnitFile>({
  kind: 'units',
  schema: unitFile,

  merge(files, merging) {
    const { draft, problems } = merging;
    const entries = entriesOf(files, 'units', merging, 'units');
    for (const { name, thing, at } of entries) {
      const unit = { ...(draft.units.get(name) ?? newUnit), ...pickDefined(thing) };
      draft.units.set(name, {
        ...unit,
        roles: sortedOnce(unit.roles),
        emailDomains: sortedOnce(unit.emailDomains.map((domain) => asciiDomain(domain) ?? domain)),
      });
      requireNamed(thing.roles ?? [], draft.roles, 'role', at('roles'), problems);
    }
    for (const { name, at } of entries) {
      const parent = parentPath(name);
      if (parent !== null) requireNamed([parent], draft.units, 'unit', at(), problems);
    }
    const named = new Set(entries.flatMap(({ name }) => unitsUp(name)));
    leaveOrRemove(files, named, draft.units, 'Units', merging);
  },

  changes({ current, wanted }) {
    const byPath = [...wanted.units].toSorted(([a], [b]) => compareTexts(a, b));
    return byPath.flatMap(([path, unit]): Change[] => {
      const before = current.configuration.units.get(path);
      const details = fieldChanges(before ?? newUnit, unit);
      if (before && details.length === 0) return [];
      return [
        {
          action: before ? 'CHANGE' : 'CREATE',
          kind: 'unit',
          name: path,
          sentence: before ? `Changes the unit ${path}.` : `Creates the unit ${path}.`,
          details,
          async run(apply) {
            if (!before) await create(apply, path);
            await change(apply, path, before ?? newUnit, unit);
          },
        },
      ];
    });
  },

  removals: ({ current, wanted }) =>
    removalsOf(current.configuration.units, wanted.units, (name) => ({
      kind: 'unit',
      name,
      sentence: `Deletes the unit ${name}.`,
      async run(apply) {
        const params = { organizationalUnitId: apply.unitId(name) };
        const version = apply.current.units.get(name)?.version;
        await apply.write(deleteOrganizationalUnit, { params }, version);
      },
    })).toSorted((a, b) => compareTexts(b.name, a.name)),

  write({ configuration }) {
    return [
      {
        name: 'units.yaml',
        comment: 'Organizational units by path, with the roles that all their members hold.',
        content: { kind: 'units', complete: false, units: Object.fromEntries(configuration.units) },
      },
    ];
  },
});

async function create(apply: Apply, path: string): Promise<void> {
  const parent = parentPath(path);
  const query = {
    name: nameInPath(path),
    ...(parent === null ? {} : { parentId: apply.unitId(parent) }),
  };
  const { id, version } = await apply.write(createOrganizationalUnit, { query, body: {} });
  apply.current.units.set(path, { id, version });
}

async function change(apply: Apply, path: string, before: Unit, after: Unit): Promise<void> {
  const params = { organizationalUnitId: apply.unitId(path) };
  let version = apply.current.units.get(path)?.version;
  const { roles: _, ...fields } = after;
  const changed = changedFields(before, after).filter((field) => field !== 'roles');
  if (changed.length > 0) {
    const body = only(fields, changed);
    ({ version } = await apply.write(changeOrganizationalUnit, { params, body }, version));
  }
  const added = after.roles.filter((role) => !before.roles.includes(role));
  if (added.length > 0)
    ({ version } = await apply.write(addUnitRoles, { params, query: { role: added } }, version));
  const removed = before.roles.filter((role) => !after.roles.includes(role));
  if (removed.length > 0)
    ({ version } = await apply.write(
      removeUnitRoles,
      { params, query: { role: removed } },
      version,
    ));
  apply.current.units.set(path, { id: params.organizationalUnitId, version });
}
