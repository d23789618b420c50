import { queryOptions } from '@tanstack/react-query';
import { getApplication } from '@annals/contracts/applications';
import { getIdentityProvider } from '@annals/contracts/identity-providers';
import { getOrganizationalUnit } from '@annals/contracts/organizational-units';
import { getPartition } from '@annals/contracts/partitions';
import type { Permission } from '@annals/contracts/permissions';
import { call } from '../../platform/api/call.ts';
import { ifThere } from '../../platform/api/errors.ts';
import { limitQuery } from '../../platform/api/limited-query.ts';
import { personName } from '../../ui/ids/display-names.ts';
import { pathTo } from '../../platform/links.ts';
import { isDenied } from '../permissions/my-permissions.ts';
import { findPerson, mayAskForAccount } from '../users/find-person.ts';

interface NamedThing {
  name: string | undefined;
  path: string;
}
/** The roles of the reader do not allow to see such an item. */
interface HiddenThing {
  name?: undefined;
  path?: undefined;
  isHidden: true;
}
type Finding = (id: string, signal: AbortSignal) => Promise<NamedThing | undefined>;

const findings: Record<NamedKind, Finding> = {
  user: async (userId, signal) => {
    const found = await findPerson(userId, signal);
    return found && { name: personName(found.user), path: found.path };
  },
  application: async (applicationId, signal) => ({
    name: (await call(getApplication, { params: { applicationId } }, { signal })).name,
    path: pathTo('v1-applications-applicationId', { applicationId }),
  }),
  unit: async (id, signal) => {
    const input = { params: { organizationalUnitId: id }, query: { include: ['id', 'name'] } };
    const { name } = await call(getOrganizationalUnit, input, { signal });
    return { name, path: pathTo('v1-organizational-units-orgUnitId', { orgUnitId: id }) };
  },
  provider: async (identityProviderId, signal) => {
    const input = { params: { identityProviderId }, query: { include: ['id', 'name'] } };
    const { name } = await call(getIdentityProvider, input, { signal });
    return { name, path: pathTo('v1-identity-providers-idpId', { idpId: identityProviderId }) };
  },
  partition: async (partitionId, signal) => ({
    name: (await call(getPartition, { params: { partitionId } }, { signal })).partitionName,
    path: pathTo('v1-partitions-partitionId', { partitionId }),
  }),
};

/** What reading the names of a kind requires: without it the service refuses every call. */
const permissions: Partial<Record<NamedKind, Permission>> = {
  application: getApplication.access.permission,
  unit: getOrganizationalUnit.access.permission,
  provider: getIdentityProvider.access.permission,
};

/** Without what `permissions` lists, a name is not asked for; users are sought in both services. */
async function isHidden(kind: NamedKind, id: string): Promise<boolean> {
  if (kind === 'user') return !(await mayAskForAccount(id));
  const needed = permissions[kind];
  return needed !== undefined && (await isDenied(needed));
}

/**
 * The current name of an id in an event; null for items that were deleted or are not visible.
 * @param known the kind, where the event says it
 */
export function namedThingQuery(field: string, id: string, known?: NamedKind) {
  return queryOptions({
    queryKey: ['named-thing', field, id],
    queryFn: async ({ signal }): Promise<NamedThing | HiddenThing | null> => {
      let hides = false;
      for (const kind of known ? [known] : (idFields.get(field) ?? [])) {
        const hidden = await isHidden(kind, id);
        hides ||= hidden;
        // The data service knows users whom the other one does not show.
        if (hidden && kind !== 'user') continue;
        const found = await ifThere(limitQuery(() => findings[kind](id, signal), signal));
        if (found !== undefined) return found;
      }
      return hides ? { isHidden: true } : null;
    },
    staleTime: 60_000,
    retry: false,
  });
}

export type NamedKind = 'user' | 'application' | 'unit' | 'provider' | 'partition';

/** Fields of events that contain ids, and the kinds of items they may refer to. */
export const idFields: ReadonlyMap<string, readonly NamedKind[]> = new Map<
  string,
  readonly NamedKind[]
>([
  ['userId', ['user']],
  ['toUserId', ['user']],
  ['ownerId', ['user', 'application']],
  ['organizationalUnitId', ['unit']],
  ['organizationalUnitIds', ['unit']],
  ['newUserOrganizationalUnitId', ['unit']],
  ['parentId', ['unit']],
  ['identityProviderId', ['provider']],
  ['partitionIds', ['partition']],
  ['fromPartitionId', ['partition']],
]);
