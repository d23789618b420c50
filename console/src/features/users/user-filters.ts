import type { OrganizationalUnit } from '@annals/contracts/organizational-units';
import { type User, userStatuses } from '@annals/contracts/users';
import { shortenId } from '../../shared/ids/display-names.ts';
import type { ListFilter } from '../../shared/list/list-columns.ts';
import { wordFor } from '../../shared/states/word-for.ts';
import { compareNames } from '../../shared/name-order.ts';
import { currentLanguage } from '../../shared/texts.ts';
import { daysNotSignedIn, type UserFilter } from './users.queries.ts';
import type { UserTexts } from './users.texts.ts';

interface Choices {
  /** Undefined until they are known; the units too. */
  roles: readonly { value: string; label: string }[] | undefined;
  units: readonly OrganizationalUnit[] | undefined;
  /** Locks and sign-ins have no history. */
  isPast: boolean;
}

export function userFilters(
  t: UserTexts,
  { roles, units, isPast }: Choices,
): ListFilter<User, UserFilter>[] {
  const statuses = userStatuses.filter((status) => !isPast || status !== 'LOCKED');
  const filters: ListFilter<User, UserFilter>[] = [
    {
      name: 'status',
      label: t.status,
      any: t.anyStatus,
      options: statuses.map((status) => ({ value: status, label: wordFor(t.statuses, status) })),
      matches: (user, status) => user.status === status,
    },
    {
      name: 'role',
      label: t.roles,
      any: t.anyRole,
      options: roles ?? [],
      pending: roles === undefined,
      matches: (user, role) => user.roles?.includes(role) ?? false,
    },
    {
      name: 'unit',
      label: t.unitsShort,
      any: t.anyUnit,
      options: unitChoices(units ?? []),
      pending: units === undefined,
      matches: (user, unit) => user.organizationalUnits?.some(({ id }) => id === unit) ?? false,
    },
  ];
  if (isPast) return filters;
  return [
    ...filters,
    {
      name: 'signIn',
      label: t.signIn,
      any: t.anySignIn,
      options: [
        { value: 'never', label: t.neverSignedIn },
        ...daysNotSignedIn.map((days) => ({ value: String(days), label: t.notSignedInFor(days) })),
      ],
      matches: (user, choice) =>
        choice === 'never' ? user.lastSignInDate === null : notSignedInFor(user, Number(choice)),
    },
  ];
}

const dayMs = 86_400_000;

function notSignedInFor({ lastSignInDate }: User, days: number): boolean {
  if (lastSignInDate === undefined) return false;
  return lastSignInDate === null || Date.parse(lastSignInDate) < Date.now() - days * dayMs;
}

/** The units in tree order; the indent of an option shows its depth. */
function unitChoices(units: readonly OrganizationalUnit[]): { value: string; label: string }[] {
  // The separator sorts before all other characters, so children follow their unit.
  const placeOf = ({ path = [], name = '' }: OrganizationalUnit) =>
    [...path.map((unit) => unit.name), name].join('\u0001');
  const language = currentLanguage();
  return units
    .toSorted((left, right) => compareNames(placeOf(left), placeOf(right), language))
    .map(({ id, name, path = [] }) => ({
      value: id,
      label: '\u2003'.repeat(path.length) + (name ?? shortenId(id)),
    }));
}
