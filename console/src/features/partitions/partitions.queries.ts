import { getPartition } from '@annals/contracts/partitions';
import { prefetch, queryOf } from '../../platform/api/query.ts';
import type { Loaders } from '../../ui/page/page-address.ts';
import { prefetchIfDescribed } from '../../domain/permissions/prefetch-if-described.ts';
import { changePolicyQuery } from '../../domain/change-sets/change-sets.queries.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { logHealthQuery } from '../../domain/proofs/log-health.queries.ts';
import { asOfQuery, asOfInSearch } from '../../domain/time-travel/as-of-search.ts';
import { accessQuery } from './access/access.queries.ts';
import { mainAccountsQuery } from './main-operator.queries.ts';
import { firstMembersQuery, membersList } from './members/members.queries.ts';
import {
  erasuresList,
  activityQuery,
  newestChangesQuery,
  partitionsList,
} from './shared/partition.queries.ts';
import { sampleQuery, samplesList } from './samples/samples.queries.ts';
import { typeListQuery } from './types/types.queries.ts';
import { attemptsList, webhookQuery, webhooksList } from './webhooks/webhooks.queries.ts';

export const loaders: Loaders = {
  'v1-partitions': ({ search }) =>
    prefetch(partitionsList.queryAt(search, { query: asOfQuery(search) }), rolesQuery()),
  'v1-partitions-partitionId': ({ params, search }) => {
    const { kind } = asOfInSearch(search);
    if (kind !== 'now' && kind !== 'past') return;
    const { partitionId } = params;
    const at = asOfQuery(search);
    prefetch(queryOf(getPartition, { params, query: at }), rolesQuery());
    const tab = search['tab'];
    if (tab === 'access') void prefetchIfDescribed(() => [accessQuery(partitionId, at.asOf)]);
    if (tab === 'types') prefetch(typeListQuery(partitionId, at));
    if (tab === 'proofs' && kind === 'now')
      void prefetchIfDescribed(() => [
        logHealthQuery(partitionId),
        erasuresList.queryAt(search, { params }),
      ]);
    // Owners have them too, which only the response of the partition says; all others are refused.
    if ((tab === 'settings' || tab === 'webhooks') && kind === 'now')
      void prefetchIfDescribed((mayI) =>
        mayI('partitions:write-all') ? [webhooksList.queryAt(search, { params })] : [],
      );
    if (tab === undefined)
      prefetch(
        newestChangesQuery(partitionId, at),
        activityQuery(partitionId, at),
        firstMembersQuery(partitionId, at.asOf),
        mainAccountsQuery(partitionId, at),
      );
    if (tab === 'settings' && kind === 'now')
      void prefetchIfDescribed(() => [changePolicyQuery(partitionId)]);
  },
  'v1-partitions-partitionId-users': ({ params, search }) => {
    const at = asOfQuery(search);
    prefetch(
      queryOf(getPartition, { params, query: at }),
      membersList.queryAt(search, { params, query: { asOf: at.asOf } }),
      rolesQuery(),
    );
  },
  'v1-partitions-partitionId-samples': ({ params, search }) =>
    prefetch(
      samplesList.queryAt(search, { params }),
      queryOf(getPartition, { params, query: {} }),
      rolesQuery(),
    ),
  'v1-partitions-partitionId-samples-sampleId': ({ params }) =>
    prefetch(
      sampleQuery(params),
      queryOf(getPartition, { params: { partitionId: params.partitionId }, query: {} }),
      rolesQuery(),
    ),
  'v1-partitions-partitionId-webhooks-webhookId': ({ params, search }) =>
    prefetch(
      webhookQuery(params),
      attemptsList.queryAt(search, { params }),
      queryOf(getPartition, { params: { partitionId: params.partitionId }, query: {} }),
      rolesQuery(),
    ),
};
