import { useQuery } from '@tanstack/react-query';
import { explainAccess } from '@annals/contracts/user-administration';
import type { User } from '../../platform/api/things.ts';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { queryOf } from '../../platform/api/query.ts';
import { pathTo } from '../../platform/links.ts';
import { useDateLocale } from '../../platform/texts.ts';
import { useUtc } from '../../platform/time/utc.ts';
import { usePartitionsUnknown } from '../../domain/access/access-unknown.ts';
import { AccessGraph } from '../../domain/access-graph/AccessGraph.tsx';
import { AccessViewLink } from '../../domain/access-graph/AccessViewLink.tsx';
import { useAccessGraphTexts } from '../../domain/access-graph/access-graph.texts.ts';
import { useMembershipTexts } from '../../domain/memberships/memberships.texts.ts';
import { allMembershipsQuery } from '../../domain/memberships/memberships.queries.ts';
import { useMayOfferPage } from '../../domain/permissions/may-open.ts';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { useTimeTravel } from '../../domain/time-travel/useTimeTravel.ts';
import { hasUnreadRoles, rolesOfUser } from '../../domain/users/role-grants.ts';
import { QueryPanel } from '../../ui/states/QueryPanel.tsx';
import { rootOfUser, userAccessGraph } from './user-access-graph.ts';
import { useUserPageTexts } from './user.texts.ts';
import { rolesThenQuery } from './users.queries.ts';
import classes from './UserPage.module.css';

/** What a user can open, and why, as a graph. */
export function UserAccessGraph({ user }: { user: User }) {
  const t = useAccessGraphTexts();
  const { onlyYours } = useMembershipTexts();
  const { opens } = useUserPageTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  const labelsOf = useRoleLabels();
  const mayOffer = useMayOfferPage();
  const { asOf, at, withAsOf } = useTimeTravel();
  const access = useQuery(queryOf(explainAccess, { params: { userId: user.id }, query: { asOf } }));
  const memberships = useQuery(allMembershipsQuery(user.id, at));
  const unknown = usePartitionsUnknown(memberships.data?.data);
  const roles = useQuery(rolesThenQuery(asOf));
  const { data, error, refetch } = access;
  const waits = memberships.isPending || roles.isPending;
  if (data === undefined || waits)
    return (
      <QueryPanel title={opens} query={{ data: undefined, error, refetch }} lines={8}>
        {() => null}
      </QueryPanel>
    );
  const open = (route: Parameters<typeof mayOffer>[0], path: string) =>
    mayOffer(route) ? withAsOf(path) : undefined;
  const graph = userAccessGraph(
    {
      user,
      explained: data,
      memberships: memberships.data?.data ?? [],
      roles: roles.data?.data,
    },
    {
      t,
      locale,
      utc,
      roleName: (name) => labelsOf({ name }).name,
      pathIfOpen: {
        unit: (id) =>
          open(
            'v1-organizational-units-orgUnitId',
            pathTo('v1-organizational-units-orgUnitId', { orgUnitId: id }),
          ),
        unitMembers: (id) =>
          open(
            'v1-organizational-units-orgUnitId-users',
            pathTo('v1-organizational-units-orgUnitId-users', { orgUnitId: id }),
          ),
        role: (role) => open('roles-role', pathTo('roles-role', { role })),
        rolesOfUser: () =>
          user.mayChange === false
            ? undefined
            : open('v1-users-userId-roles', pathTo('v1-users-userId-roles', { userId: user.id })),
        partition: (id) => withAsOf(pathTo('v1-partitions-partitionId', { partitionId: id })),
        members: (id) => withAsOf(pathTo('v1-partitions-partitionId-users', { partitionId: id })),
        partitions: () => withAsOf(pathTo('v1-partitions')),
      },
    },
  );
  const notes = [
    onlyYours,
    ...(unknown === undefined ? [] : [unknown]),
    // Whom the data service does not know or show is in no partition that the reader can open.
    ...(memberships.data === undefined && !isNoSuchThing(memberships.error)
      ? [t.membershipsUnknown]
      : []),
    ...(memberships.data?.hasMore === true ? [t.onlyFirst] : []),
    ...(rolesOfUser(user) === undefined || hasUnreadRoles(user) ? [t.rolesUnknown] : []),
  ];
  return (
    <AccessGraph
      graph={graph}
      root={rootOfUser}
      side="out"
      action={<AccessViewLink view="list" />}
      notes={notes.map((note) => (
        <p key={note} className={classes.quiet}>
          {note}
        </p>
      ))}
    />
  );
}
