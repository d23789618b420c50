import { Button } from '@mantine/core';
import { IconPlus, IconUserSearch, IconUsersPlus } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { bulkUsers } from '@annals/contracts/user-administration';
import { userStatuses } from '@annals/contracts/users';
import type { OrganizationalUnit, User } from '../../platform/api/things.ts';
import { isReadInPart } from '../../platform/api/read-in-part.ts';
import type { ListState } from '../../ui/list/useListState.ts';
import type { ListRequest } from '../../ui/list/list-request.ts';
import {
  type usersList,
  rolesThenQuery,
  unitChoicesQuery,
  daysNotSignedIn,
  type UserFilter,
} from './users.queries.ts';
import { useUserTexts, type UserTexts } from './users.texts.ts';
import { ResponsiveButton } from '../../ui/buttons/ResponsiveButton.tsx';
import { ToolMenu } from '../../ui/buttons/ToolMenu.tsx';
import { shownName, unitIds, unitNames } from '../../ui/ids/display-names.ts';
import { lazyNamed } from '../../platform/lazy-named.ts';
import { pathTo } from '../../platform/links.ts';
import { DataList } from '../../ui/list/DataList.tsx';
import { ExportButtons } from '../../ui/list/ExportButtons.tsx';
import { date, derived, text, type ListColumn, type ListFilter } from '../../ui/list/columns.tsx';
import { useListQuery } from '../../ui/list/list-of.ts';
import { QuickFilters } from '../../ui/list/QuickFilters.tsx';
import { PageHeader, type Crumb } from '../../ui/page/PageHeader.tsx';
import { PathLink } from '../../ui/page/PathLink.tsx';
import { useDialogFromUrl } from '../../ui/page/useDialogFromUrl.ts';
import { useCapabilities } from '../../platform/capabilities.ts';
import { Offered } from '../../domain/permissions/Offered.tsx';
import { useMayOfferPage } from '../../domain/permissions/may-open.ts';
import { useMay } from '../../domain/permissions/my-permissions.ts';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { TimeTravelBar } from '../../domain/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import { personColumns } from '../../domain/users/person-columns.tsx';
import { risksOf } from '../../domain/users/user-risks.ts';
import { useUserRiskTexts } from '../../domain/users/user-risks.texts.ts';
import { hasUnreadRoles, rolesOfUser } from '../../domain/users/role-grants.ts';
import type { BulkAction } from './bulk-users.ts';
import classes from './UsersList.module.css';
import { labelFor } from '../../ui/states/label-for.ts';
import { compareNames } from '../../platform/name-order.ts';
import { currentLanguage } from '../../platform/texts.ts';

const InviteDialog = lazyNamed(
  () => import('../../domain/invitations/InviteDialog.tsx'),
  'InviteDialog',
);
const AuditorSeatDialog = lazyNamed(
  () => import('../../domain/invitations/AuditorSeatDialog.tsx'),
  'AuditorSeatDialog',
);
const InviteFromFile = lazyNamed(() => import('./InviteFromFile.tsx'), 'InviteFromFile');
const BulkActions = lazyNamed(() => import('./BulkActions.tsx'), 'BulkActions');
const BulkUsers = lazyNamed(() => import('./BulkUsers.tsx'), 'BulkUsers');

interface UsersListProps {
  title: string;
  parents?: readonly Crumb[];
  list: ListState<UserFilter>;
  queryFor: (
    request: ListRequest<UserFilter>,
    asOf: string | undefined,
  ) => ReturnType<typeof usersList.query>;
}

interface Chosen {
  action: BulkAction;
  users: readonly User[];
  clear: () => void;
}

/** A list of users, now or as of a moment, with the actions on them. */
export function UsersList({ title, parents, list, queryFor }: UsersListProps) {
  const t = useUserTexts();
  const { isPast } = useTimeTravel();
  const has = useCapabilities();
  const mayWrite = useMay('users:write') && !isPast;
  const mayOffer = useMayOfferPage();
  const mayReadEvents = useMay('events:read') && mayOffer('audit-log');
  const [inviting, setInviting] = useDialogFromUrl();
  const [invitingMany, setInvitingMany] = useState(false);
  const [givingSeat, setGivingSeat] = useState(false);
  const invite = mayWrite && (
    <ResponsiveButton
      icon={<IconPlus size={16} stroke={2} aria-hidden />}
      keepsWords
      data-shortcut="n"
      onClick={() => setInviting(true)}
      {...InviteDialog.onApproach}
    >
      {t.invite}
    </ResponsiveButton>
  );
  const hasRisks = has('authentication') && !isPast;
  const table = (
    <UsersTable
      list={list}
      queryFor={queryFor}
      mayActOnMany={mayWrite && has(bulkUsers)}
      hasRisks={hasRisks}
      invite={invite}
    />
  );
  return (
    <>
      <PageHeader
        title={title}
        {...(parents && { parents })}
        action={
          <div className={classes.actions}>
            {mayReadEvents && <PathLink to={pathTo('audit-log')}>{t.auditLog}</PathLink>}
            <PathLink to={pathTo('roles')}>{t.roles}</PathLink>
            {mayWrite && (
              <>
                <Offered needs="authentication">
                  <ToolMenu label={t.moreActions}>
                    <ResponsiveButton
                      icon={<IconUsersPlus size={16} stroke={1.75} aria-hidden />}
                      onClick={() => setInvitingMany(true)}
                      {...InviteFromFile.onApproach}
                    >
                      {t.inviteMany}
                    </ResponsiveButton>
                    <ResponsiveButton
                      icon={<IconUserSearch size={16} stroke={1.75} aria-hidden />}
                      onClick={() => setGivingSeat(true)}
                      {...AuditorSeatDialog.onApproach}
                    >
                      {t.auditorSeat}
                    </ResponsiveButton>
                  </ToolMenu>
                </Offered>
                {invite}
              </>
            )}
          </div>
        }
      />
      {has('authentication') ? (
        <TimeTravelBar service="authentication" shown={t.theUsers}>
          {table}
        </TimeTravelBar>
      ) : (
        table
      )}
      <Suspense>
        {mayWrite && inviting && <InviteDialog onClose={() => setInviting(false)} />}
        {givingSeat && <AuditorSeatDialog onClose={() => setGivingSeat(false)} />}
        {invitingMany && <InviteFromFile onClose={() => setInvitingMany(false)} />}
      </Suspense>
    </>
  );
}

interface UsersTableProps extends Pick<UsersListProps, 'list' | 'queryFor'> {
  mayActOnMany: boolean;
  /** Whether the service says what is risky about an account. */
  hasRisks: boolean;
  invite: ReactNode;
}

function UsersTable({ list, queryFor, mayActOnMany, hasRisks, invite }: UsersTableProps) {
  const t = useUserTexts();
  const riskWords = useUserRiskTexts();
  const labelsOf = useRoleLabels();
  const { asOf, isPast, withAsOf } = useTimeTravel();
  const askThen = (request: ListRequest<UserFilter>) => queryFor(request, asOf);
  const users = useListQuery(askThen(list.request));
  const roles = choicesOf(useQuery(rolesThenQuery(asOf)));
  const units = choicesOf(useQuery(unitChoicesQuery(asOf)));
  const [chosen, setChosen] = useState<Chosen>();
  const { columns, filters } = useMemo(() => {
    const roleName = (role: string) => labelsOf({ name: role }).name;
    const roleChoices = roles?.map(({ name }) => ({ value: name, label: roleName(name) }));
    return {
      columns: userColumns(t, riskWords, { roleName, isPast, hasRisks }),
      filters: userFilters(t, { roles: roleChoices, units, roleName, isPast, hasRisks }),
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `labelsOf` is new each time, but changes with the language alone, as `t` does
  }, [t, riskWords, roles, units, isPast, hasRisks]);
  return (
    <>
      {hasRisks && (
        <QuickFilters
          label={t.segments}
          list={list}
          withViews
          choices={[
            { name: t.everyone, filters: {} },
            { name: t.neverSignedIn, filters: { signIn: 'never' } },
            { name: t.notSignedInFor(90), filters: { signIn: '90' } },
            {
              name: riskWords.names.noSecondFactor,
              filters: { status: 'ACTIVE', risk: 'noSecondFactor' },
            },
            { name: riskWords.names.externalEmail, filters: { risk: 'externalEmail' } },
          ]}
        />
      )}
      <DataList
        list={list}
        query={users}
        label={t.users}
        columns={columns}
        filters={filters}
        search={t.searchByName}
        rowId={(user) => user.id}
        rowPath={(user) => withAsOf(pathTo('v1-users-userId', { userId: user.id }))}
        none={
          isPast
            ? { title: t.noUsersThen, hint: t.noUsersThenHint }
            : { title: t.noUsers, hint: t.noUsersHint, action: invite }
        }
        exports={
          <ExportButtons
            list={list}
            query={askThen}
            columns={columns}
            filters={filters}
            filename="users"
          />
        }
        {...(mayActOnMany && {
          selection: {
            renderActions: (rows: readonly User[], clear: () => void) => (
              <Suspense fallback={<Button size="xs" variant="default" loading />}>
                <BulkActions onAct={(action) => setChosen({ action, users: rows, clear })} />
              </Suspense>
            ),
          },
        })}
      />
      {chosen && (
        <Suspense>
          <BulkUsers {...chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

const none: readonly never[] = [];

/** The options of a filter: empty where they are unavailable, undefined while they load. */
function choicesOf<Choice>({
  data,
  isPending,
}: UseQueryResult<{ data: readonly Choice[] }>): readonly Choice[] | undefined {
  return isPending ? undefined : (data?.data ?? none);
}

interface ColumnLabels {
  roleName: (role: string) => string;
  /** Sign-ins have no history. */
  isPast: boolean;
  hasRisks: boolean;
}

function userColumns(
  t: UserTexts,
  riskWords: ReturnType<typeof useUserRiskTexts>,
  { roleName, isPast, hasRisks }: ColumnLabels,
): ListColumn<User>[] {
  const columns: ListColumn<User>[] = [
    ...personColumns(t, { name: '24%', status: '124px' }),
    derived('roles', t.roles, (user) => rolesOfUser(user)?.join(', '), {
      render: (user) => rolesOfUser(user)?.map(roleName).join(', '),
      isPart: hasUnreadRoles,
      needsRoom: true,
      twoLines: true,
    }),
    derived('organizationalUnits', t.unitsShort, unitNames, {
      isPart: hasUnreadUnits,
      needsRoom: true,
      twoLines: true,
    }),
    date('lastSignInDate', t.lastSignIn, {
      never: t.never,
      sortable: 'descending',
    }),
    ...(hasRisks
      ? [
          derived<User>(
            'risks',
            riskWords.risks,
            (user) =>
              risksOf(user)
                .map((risk) => riskWords.names[risk])
                .join(', '),
            { width: '148px', twoLines: true, needsRoom: 'some' },
          ),
        ]
      : []),
    date('createdDate', t.created, { sortable: 'descending', hiddenAtFirst: hasRisks }),
    text('username', t.username, { hiddenAtFirst: true }),
  ];
  return isPast ? columns.filter(({ id }) => id !== 'lastSignInDate') : columns;
}

interface Choices {
  /** Undefined until they are known; the units too. */
  roles: readonly { value: string; label: string }[] | undefined;
  units: readonly OrganizationalUnit[] | undefined;
  roleName: (role: string) => string;
  /** Locks and sign-ins have no history. */
  isPast: boolean;
  /** Whether the questions about risks are above the list. */
  hasRisks: boolean;
}

export function userFilters(
  t: UserTexts,
  { roles, units, roleName, isPast, hasRisks }: Choices,
): ListFilter<User, UserFilter>[] {
  const statuses = userStatuses.filter((status) => !isPast || status !== 'LOCKED');
  const filters: ListFilter<User, UserFilter>[] = [
    {
      name: 'status',
      label: t.status,
      any: t.anyStatus,
      options: statuses.map((status) => ({ value: status, label: labelFor(t.statuses, status) })),
      valuesOf: ({ status }) => status,
    },
    {
      name: 'role',
      label: t.roles,
      any: t.anyRole,
      options: roles ?? [],
      pending: roles === undefined,
      valuesOf: ({ roles: held }) => held,
      labelOf: (_, role) => roleName(role),
      isPart: hasUnreadRoles,
    },
    {
      name: 'unit',
      label: t.unitsShort,
      any: t.anyUnit,
      options: unitChoices(units ?? []),
      pending: units === undefined,
      valuesOf: unitIds,
      labelOf: unitLabel,
      isPart: hasUnreadUnits,
    },
  ];
  if (isPast) return filters;
  return [
    ...filters,
    {
      name: 'signIn',
      // The questions above the list set it.
      onlyWhenSet: hasRisks,
      label: t.signIn,
      any: t.anySignIn,
      options: [
        { value: 'never', label: t.neverSignedIn },
        ...daysNotSignedIn.map((days) => ({ value: String(days), label: t.notSignedInFor(days) })),
      ],
      valuesOf: notSignedInFor,
    },
  ];
}

/** As the user's own row names it. */
function unitLabel({ organizationalUnits }: User, unitId: string): string {
  return shownName(organizationalUnits?.find(({ id }) => id === unitId)?.name, unitId);
}

const hasUnreadUnits = (user: User): boolean => isReadInPart(user, 'organizationalUnits');

const dayMs = 86_400_000;

/** Of the choices, those that apply to a user. */
function notSignedInFor({ lastSignInDate }: User): string[] | undefined {
  if (lastSignInDate === undefined) return undefined;
  const days = daysNotSignedIn.map(String);
  if (lastSignInDate === null) return ['never', ...days];
  return days.filter((each) => Date.parse(lastSignInDate) < Date.now() - Number(each) * dayMs);
}

/** The units in tree order; the indent of an option shows its depth. */
function unitChoices(units: readonly OrganizationalUnit[]): { value: string; label: string }[] {
  // The separator sorts before all other characters, so children follow their unit.
  const placeOf = ({ path = [], name = '' }: OrganizationalUnit) =>
    [...path.map((unit) => unit.name), name].join('\u0001');
  const language = currentLanguage();
  return units
    .filter(({ id }) => id !== '')
    .toSorted((left, right) => compareNames(placeOf(left), placeOf(right), language))
    .map(({ id, name, path = [] }) => ({
      value: id,
      label: '\u2003'.repeat(path.length) + shownName(name, id),
    }));
}
