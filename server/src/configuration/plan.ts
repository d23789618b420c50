import { accessChanges, type AccessChange } from './access.ts';
import type { CurrentState } from './current-state.ts';
import { Problems, type ConfigurationFile } from './files.ts';
import type { Change, Draft, Merging } from './kind.ts';
import { kinds } from './kinds.ts';
import type { Configuration } from './state.ts';

export interface Plan {
  /** In the order in which they are made. */
  changes: Change[];
  access: AccessChange[];
  /** What is on the server and not in the files, in words. */
  leftAlone: string[];
}

/**
 * The changes that make the server match the files.
 * @throws FilesWrong
 */
export function makePlan(
  current: CurrentState,
  files: readonly ConfigurationFile[],
  { renewsSecrets }: { renewsSecrets: boolean },
): Plan {
  const merging: Merging = {
    current,
    draft: draftOf(current.configuration),
    problems: new Problems(),
    secrets: new Map(),
    secretFiles: new Map(),
    leftAlone: [],
  };
  for (const kind of kinds) kind.merge(filesOf(files, kind.kind), merging);
  const { draft: wanted, problems, secrets, secretFiles, leftAlone } = merging;
  refuseDangling(wanted, files, problems);
  problems.throwIfAny();
  const planning = { current, wanted, secrets, secretFiles, renewsSecrets };
  return {
    changes: [
      ...kinds.flatMap((kind) => kind.changes(planning)),
      ...kinds.toReversed().flatMap((kind) => kind.removals(planning)),
    ],
    access: accessChanges(current.configuration, wanted),
    leftAlone,
  };
}

const filesOf = (files: readonly ConfigurationFile[], kind: string) =>
  files.filter(({ content }) => (content as { kind: string }).kind === kind);

const draftOf = (configuration: Configuration): Draft => ({
  roles: new Map(configuration.roles),
  units: new Map(configuration.units),
  applications: new Map(configuration.applications),
  identityProviders: new Map(configuration.identityProviders),
  users: new Map(configuration.users),
  partitions: new Map(configuration.partitions),
  webhooks: new Map(configuration.webhooks),
  auditWebhooks: new Map(configuration.auditWebhooks),
  aliasHosts: configuration.aliasHosts,
});

/** Things that are left alone may name what complete files would remove: the server would refuse that halfway. */
function refuseDangling(
  wanted: Draft,
  files: readonly ConfigurationFile[],
  problems: Problems,
): void {
  const uses: { what: 'roles' | 'units'; names: readonly (string | null)[]; by: string }[] = [
    ...[...wanted.units].map(([path, { roles }]) => ({
      what: 'roles' as const,
      names: roles,
      by: `the unit ${path}`,
    })),
    ...[...wanted.units.keys()].map((path) => ({
      what: 'units' as const,
      names: path.includes('/') ? [path.slice(0, path.lastIndexOf('/'))] : [],
      by: `the unit ${path} below it`,
    })),
    ...[...wanted.applications].flatMap(([name, { roles, unit }]) =>
      usesOf(roles, [unit], `the application ${name}`),
    ),
    ...[...wanted.identityProviders].flatMap(([name, provider]) =>
      usesOf(
        [...provider.newUserRoles, ...Object.values(provider.groupRoles)],
        [provider.unit, provider.newUserUnit, ...Object.values(provider.unitMap)],
        `the identity provider ${name}`,
      ),
    ),
    ...[...wanted.users].flatMap(([email, { roles, units }]) => usesOf(roles, units, email)),
  ];
  const reported = new Set<string>();
  for (const { what, names, by } of uses)
    for (const name of names) {
      if (name === null || wanted[what].has(name) || reported.has(`${what} ${name}`)) continue;
      reported.add(`${what} ${name}`);
      const file = filesOf(files, what).find(
        ({ content }) => (content as { complete?: boolean }).complete,
      );
      // Without a complete file nothing was removed, and another problem reports what is missing.
      if (file)
        problems.add(
          file.at('complete'),
          `The ${what === 'roles' ? 'role' : 'unit'} ${name} would be deleted, and ${by} needs it. Add it, or change that first.`,
        );
    }
}

const usesOf = (roles: readonly string[], units: readonly (string | null)[], by: string) => [
  { what: 'roles' as const, names: roles, by },
  { what: 'units' as const, names: units, by },
];
