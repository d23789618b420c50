import { pathTo } from '../../../platform/links.ts';
import { useDateLocale } from '../../../platform/texts.ts';
import { useUtc } from '../../../platform/time/utc.ts';
import { AccessGraph } from '../../../domain/access-graph/AccessGraph.tsx';
import { AccessViewLink } from '../../../domain/access-graph/AccessViewLink.tsx';
import { useAccessGraphTexts } from '../../../domain/access-graph/access-graph.texts.ts';
import { useMayOfferPage } from '../../../domain/permissions/may-open.ts';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { type AccessLabels, nameOfHolder, scopesOf, tokenName } from './access-columns.tsx';
import type { AccessRow } from './access.queries.ts';
import { partitionAccessGraph, rootOfPartition } from './partition-access-graph.ts';
import type { AccessHolder } from '@annals/contracts/user-administration';

interface PartitionAccessGraphProps {
  partitionId: string;
  partitionName: string;
  rows: readonly AccessRow[];
  words: AccessLabels;
  pathOf: (holder: AccessHolder) => string;
}

/** Everyone who can open the partition, and through what, as a graph. */
export function PartitionAccessGraph({
  partitionId,
  partitionName,
  rows,
  words,
  pathOf,
}: PartitionAccessGraphProps) {
  const t = useAccessGraphTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  const mayOffer = useMayOfferPage();
  const { withAsOf } = useTimeTravel();
  const open = (route: Parameters<typeof mayOffer>[0], path: string) =>
    mayOffer(route) ? withAsOf(path) : undefined;
  const graph = partitionAccessGraph(rows, partitionName, {
    t,
    locale,
    utc,
    levels: words.levels,
    roleName: words.roleName,
    nameOf: (holder) => nameOfHolder(holder, words.t),
    tokenWords: (grant) => ({ name: tokenName(grant), detail: scopesOf(grant, words.t) }),
    paths: {
      holder: pathOf,
      unit: (id) =>
        open(
          'v1-organizational-units-orgUnitId',
          pathTo('v1-organizational-units-orgUnitId', { orgUnitId: id }),
        ),
      role: (role) => open('roles-role', pathTo('roles-role', { role })),
      rolesOf: ({ id, kind, membershipOnly }) =>
        kind === 'APPLICATION'
          ? open(
              'v1-applications-applicationId',
              pathTo('v1-applications-applicationId', { applicationId: id }),
            )
          : membershipOnly
            ? undefined
            : open('v1-users-userId-roles', pathTo('v1-users-userId-roles', { userId: id })),
      members: () => withAsOf(pathTo('v1-partitions-partitionId-users', { partitionId })),
      partition: () => withAsOf(pathTo('v1-partitions-partitionId', { partitionId })),
    },
  });
  return (
    <AccessGraph
      graph={graph}
      root={rootOfPartition}
      side="in"
      action={<AccessViewLink view="list" />}
    />
  );
}
