import { queryOptions } from '@tanstack/react-query';
import { getApplication } from '@annals/contracts/applications';
import { getIdentityProvider, listIdentityProviders } from '@annals/contracts/identity-providers';
import { findId } from '@annals/contracts/ids';
import { getObject, latestObject } from '@annals/contracts/objects';
import { getOrganizationalUnit } from '@annals/contracts/organizational-units';
import { getPartition, listPartitions } from '@annals/contracts/partitions';
import { getUser } from '@annals/contracts/users';
import type { RouteName } from '@annals/contracts/routes';
import type { ObjectVersion } from '../../platform/api/things.ts';
import { call } from '../../platform/api/call.ts';
import { ifOffered, ifThere } from '../../platform/api/errors.ts';
import { findInList } from '../../platform/api/find-in-list.ts';
import { limitQuery } from '../../platform/api/limited-query.ts';
import { fitsInPath } from '../../platform/api/request.ts';
import { shownName, shownPerson } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { titleOf } from '../../domain/object-title/title-of.ts';
import type { DetailKind } from '../../platform/related-detail-path.ts';

export interface FoundThing {
  kind: DetailKind;
  name: string;
  path: string;
  partitionName?: string | undefined;
  version?: ObjectVersion;
}

interface LookupInput {
  id: string;
  /** The current partition, which is searched first. */
  partitionId: string | undefined;
  signal: AbortSignal;
}

interface Lookup {
  kind: DetailKind;
  /** The page of the item, which the user must be able to open. */
  page: RouteName;
  find: (input: LookupInput) => Promise<FoundThing[]>;
}

/**
 * All kinds of things an id may belong to. Each is looked up separately, so that one failure does not hide the others.
 */
export const lookups: readonly Lookup[] = [
  { kind: 'object', page: 'v1-partitions-partitionId-objects-objectId', find: findVersions },
  {
    kind: 'partition',
    page: 'v1-partitions-partitionId',
    find: async ({ id: partitionId, signal }) => {
      const { partitionName } = await call(getPartition, { params: { partitionId } }, { signal });
      const path = pathTo('v1-partitions-partitionId', { partitionId });
      return [{ kind: 'partition', name: shownName(partitionName, partitionId), path }];
    },
  },
  {
    kind: 'user',
    page: 'v1-users-userId',
    find: async ({ id: userId, signal }) => {
      const user = await call(getUser, { params: { userId } }, { signal });
      const path = pathTo('v1-users-userId', { userId: user.id });
      return [{ kind: 'user', name: shownPerson(user), path }];
    },
  },
  {
    kind: 'organizationalUnit',
    page: 'v1-organizational-units-orgUnitId',
    find: async ({ id, signal }) => {
      const input = { params: { organizationalUnitId: id }, query: { include: ['id', 'name'] } };
      const { name } = await call(getOrganizationalUnit, input, { signal });
      const path = pathTo('v1-organizational-units-orgUnitId', { orgUnitId: id });
      return [{ kind: 'organizationalUnit', name: shownName(name, id), path }];
    },
  },
  {
    kind: 'application',
    page: 'v1-applications-applicationId',
    find: async ({ id: applicationId, signal }) => {
      const { name } = await call(getApplication, { params: { applicationId } }, { signal });
      const path = pathTo('v1-applications-applicationId', { applicationId });
      return [{ kind: 'application', name: shownName(name, applicationId), path }];
    },
  },
  { kind: 'identityProvider', page: 'v1-identity-providers-idpId', find: findProvider },
];

/** What an id of one kind identifies; empty if there is nothing visible. */
export function thingOfIdQuery(
  { kind, find }: Lookup,
  id: string | undefined,
  partitionId: string | undefined,
) {
  return queryOptions({
    queryKey: ['palette', 'id', kind, id ?? '', partitionId ?? ''],
    enabled: id !== undefined,
    staleTime: 30_000,
    retry: false,
    queryFn: ({ signal }) =>
      limitQuery(() => orNothing(find({ id: id ?? '', partitionId, signal })), signal),
  });
}

async function orNothing(finding: Promise<FoundThing[]>): Promise<FoundThing[]> {
  return (await ifThere(finding)) ?? [];
}

async function findProvider({ id, signal }: LookupInput): Promise<FoundThing[]> {
  const path = pathTo('v1-identity-providers-idpId', { idpId: id });
  const toFound = ({ name }: { name?: string | undefined }): FoundThing[] => [
    { kind: 'identityProvider', name: shownName(name, id), path },
  ];
  const params = { identityProviderId: id };
  const provider = await ifOffered(call(getIdentityProvider, { params }, { signal }));
  if (provider !== undefined) return toFound(provider);
  // The specification has no call for a single provider, only the list.
  const input = { query: { include: ['id', 'name'] } };
  return toFound(await findInList(listIdentityProviders, input, id, { signal }));
}

interface IdLocation {
  partitionId: string;
  partitionName?: string | undefined;
  kind: 'OBJECT' | 'TIMELINE';
}

async function findVersions(input: LookupInput): Promise<FoundThing[]> {
  const { id, partitionId, signal } = input;
  const everywhere = await ifOffered(call(findId, { params: { id } }, { signal }));
  if (everywhere === undefined) return findOneByOne(input);
  const here = (location: IdLocation) => Number(location.partitionId !== partitionId);
  const locations = everywhere.data
    .toSorted((left, right) => here(left) - here(right))
    .slice(0, maxLocations);
  const found = await Promise.all(locations.map((location) => versionAt(id, location, signal)));
  return found.flat();
}

/** The maximum number of results. */
const maxLocations = 5;
/** The maximum number of partitions that are searched one by one, at two calls each. */
const maxPartitions = 20;

/** Uses only calls of the specification: searches the current partition, then the others in turn until it is found. */
async function findOneByOne({ id, partitionId, signal }: LookupInput): Promise<FoundThing[]> {
  const seen = new Set<string>();
  const lookIn = async (partition: { id: string; partitionName?: string | undefined }) => {
    if (seen.has(partition.id)) return [];
    seen.add(partition.id);
    const location = { partitionId: partition.id, partitionName: partition.partitionName };
    const version = await versionAt(id, { ...location, kind: 'OBJECT' }, signal);
    return version.length > 0 ? version : versionAt(id, { ...location, kind: 'TIMELINE' }, signal);
  };
  const here = partitionId === undefined ? [] : await lookIn({ id: partitionId });
  if (here.length > 0) return here;
  const { data } = await call(listPartitions, { query: { pageSize: maxPartitions } }, { signal });
  for (const partition of data.slice(0, maxPartitions).filter((each) => fitsInPath(each.id))) {
    const found = await lookIn(partition);
    if (found.length > 0) return found;
  }
  return [];
}

async function versionAt(
  id: string,
  { partitionId, partitionName, kind }: IdLocation,
  signal: AbortSignal,
): Promise<FoundThing[]> {
  return orNothing(
    (async () => {
      if (kind === 'OBJECT') {
        const params = { partitionId, objectId: id };
        const version = await call(getObject, { params }, { signal });
        const path = pathTo('v1-partitions-partitionId-objects-objectId', params);
        return [{ kind: 'object', name: titleOf(version), path, partitionName, version }];
      }
      const params = { partitionId, timelineId: id };
      const version = await call(latestObject, { params }, { signal });
      const path = pathTo('v1-partitions-partitionId-timelines-timelineId-objects', params);
      return [{ kind: 'timeline', name: titleOf(version), path, partitionName, version }];
    })(),
  );
}
