import { routes, type RouteName } from '@annals/contracts/routes';
import type { useMenuTexts } from './menu.texts.ts';

type EntryLabel = keyof ReturnType<typeof useMenuTexts>['entry'];

interface Entry {
  /** The specification's route name; its prefix highlights the entry. */
  route: string;
  label: EntryLabel;
  mastersOnly: boolean;
}

interface Group {
  /** Undefined for entries without a heading. */
  heading: 'authentication' | 'product' | undefined;
  entries: readonly Entry[];
}

/** In the order of specification 2, "Shell". */
const groups: readonly Group[] = [
  {
    heading: undefined,
    entries: [
      { route: 'index', label: 'home', mastersOnly: false },
      { route: 'user-management', label: 'userManagement', mastersOnly: false },
    ],
  },
  {
    heading: 'authentication',
    entries: [
      { route: 'v1-users', label: 'users', mastersOnly: true },
      { route: 'v1-tokens', label: 'apiTokens', mastersOnly: true },
      { route: 'v1-applications', label: 'applications', mastersOnly: true },
      { route: 'v1-organizational-units', label: 'organizationalUnits', mastersOnly: true },
      { route: 'v1-identity-providers', label: 'identityProviders', mastersOnly: true },
    ],
  },
  {
    heading: 'product',
    entries: [
      { route: 'v1-partitions', label: 'partitions', mastersOnly: false },
      { route: 'v1-partitions-all-users', label: 'users', mastersOnly: true },
      { route: 'v1-alias-urls', label: 'aliasUrls', mastersOnly: true },
    ],
  },
];

export interface MenuGroup {
  heading: Group['heading'];
  entries: readonly { route: RouteName; label: EntryLabel }[];
}

/**
 * The entries of the side menu: existing routes that the user may open; headings without entries are omitted.
 */
export function menuFor(isGlobalMaster: boolean): readonly MenuGroup[] {
  return groups
    .map(({ heading, entries }) => ({
      heading,
      entries: entries.flatMap(({ route, label, mastersOnly }) =>
        isRoute(route) && (isGlobalMaster || !mastersOnly) ? [{ route, label }] : [],
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
}

function isRoute(name: string): name is RouteName {
  return name in routes;
}

const allUsers = 'v1-partitions-all-users';

/** Whether an entry is highlighted on a route: by the prefix of the route's name. */
export function isActiveEntry(entry: string, current: string | undefined): boolean {
  if (current === undefined) return false;
  if (entry === 'v1-partitions' && hasPrefix(current, allUsers)) return false;
  return hasPrefix(current, entry);
}

function hasPrefix(name: string, prefix: string): boolean {
  return name === prefix || name.startsWith(`${prefix}-`);
}

/** The key after g that opens a menu entry. */
export const menuKeys: Partial<Record<RouteName, string>> = {
  index: 'h',
  'user-management': 'm',
  'v1-users': 'u',
  'v1-tokens': 't',
  'v1-applications': 'a',
  'v1-organizational-units': 'o',
  'v1-identity-providers': 'i',
  'v1-partitions': 'p',
  'v1-partitions-all-users': 'd',
  'v1-alias-urls': 'l',
};
