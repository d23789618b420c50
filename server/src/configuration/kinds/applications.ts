import * as z from 'zod/mini';
import {
  changeApplication,
  createApplication,
  deleteApplication,
} from '@annals/contracts/applications';
import { text } from '@annals/contracts/fields';
import {
  changedFields,
  entriesOf,
  fieldChanges,
  pickDefined,
  kindOf,
  leaveOrRemove,
  removalsOf,
  requireNamed,
  sortedOnce,
  type Change,
} from '../kind.ts';
import type { Application } from '../state.ts';
import { complete, roleNames, unitPath } from './shared-fields.ts';

const applicationFile = z.strictObject({
  kind: z.literal('applications'),
  complete,
  applications: z.record(
    text(1, 200),
    z.strictObject({
      description: createApplication.body.shape.description,
      unit: z.optional(z.nullable(unitPath)),
      roles: z.optional(roleNames),
    }),
  ),
});
type ApplicationFile = z.infer<typeof applicationFile>;

const newApplication: Application = { description: null, unit: null, roles: [] };

/** Programs with their own roles. Their tokens are not configuration: they are secrets that are issued and rotated. */
export const applications = kindOf<ApplicationFile>({
  kind: 'applications',
  schema: applicationFile,

  merge(files, merging) {
    const { draft, problems } = merging;
    const entries = entriesOf(files, 'applications', merging, 'applications');
    for (const { name, thing, at } of entries) {
      const merged = { ...(draft.applications.get(name) ?? newApplication), ...pickDefined(thing) };
      draft.applications.set(name, { ...merged, roles: sortedOnce(merged.roles) });
      requireNamed(thing.roles ?? [], draft.roles, 'role', at('roles'), problems);
      if (thing.unit != null) requireNamed([thing.unit], draft.units, 'unit', at('unit'), problems);
    }
    const named = new Set(entries.map(({ name }) => name));
    leaveOrRemove(files, named, draft.applications, 'Applications', merging);
  },

  changes({ current, wanted }) {
    return [...wanted.applications].flatMap(([name, application]): Change[] => {
      const before = current.configuration.applications.get(name);
      const details = fieldChanges(before ?? newApplication, application);
      if (before && details.length === 0) return [];
      const changed = changedFields(before ?? newApplication, application);
      return [
        {
          action: before ? 'CHANGE' : 'CREATE',
          kind: 'application',
          name,
          sentence: before
            ? `Changes the application ${name}.`
            : `Creates the application ${name}.`,
          details,
          async run(apply) {
            const { description, unit, roles } = application;
            const byName = apply.current.applications;
            const fields = {
              ...(changed.includes('description') ? { description } : {}),
              ...(changed.includes('unit') ? { organizationalUnitId: apply.unitId(unit) } : {}),
              ...(changed.includes('roles') ? { roles } : {}),
            };
            if (before) {
              const params = { applicationId: apply.applicationId(name) };
              const version = byName.get(name)?.version;
              await apply.write(changeApplication, { params, body: fields }, version);
            } else {
              const made = await apply.write(createApplication, { body: { name, ...fields } });
              byName.set(name, { id: made.id, version: made.version });
            }
          },
        },
      ];
    });
  },

  removals: ({ current, wanted }) =>
    removalsOf(current.configuration.applications, wanted.applications, (name) => ({
      kind: 'application',
      name,
      sentence: `Deletes the application ${name}; its tokens stop working.`,
      async run(apply) {
        const params = { applicationId: apply.applicationId(name) };
        const version = apply.current.applications.get(name)?.version;
        await apply.write(deleteApplication, { params }, version);
      },
    })),

  write({ configuration }) {
    return [
      {
        name: 'applications.yaml',
        comment: 'Programs with their own roles. Tokens are issued in the console, not here.',
        content: {
          kind: 'applications',
          complete: false,
          applications: Object.fromEntries(configuration.applications),
        },
      },
    ];
  },
});
