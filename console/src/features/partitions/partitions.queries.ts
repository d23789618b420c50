import { getPartition } from '@annals/contracts/partitions';
import { prefetch, queryOf } from '../../api/query.ts';
import type { Prefetchers } from '../../shared/page/page-address.ts';
import { prefetchIfDescribed } from '../../shared/permissions/prefetch-if-described.ts';
import { rolesQuery } from '../../shared/permissions/roles.queries.ts';
import { logHealthQuery } from '../../shared/proofs/log-health.queries.ts';
import { asOfQuery, asOfInSearch } from '../../shared/time-travel/as-of-search.ts';
import { accessQuery } from './access/access.queries.ts';
import { mainAccountsQuery } from './main-operator.queries.ts';
import { firstMembersQuery, membersList } from './members/members.queries.ts';
import {
  erasuresList,
  newestChangesQuery,
  partitionsList,
  versionsPerDayQuery,
} from './shared/partition.queries.ts';
import { typeListQuery } from './types/types.queries.ts';

export const prefetchers: Prefetchers = {
  'v1-partitions': ({ search }) =>
    prefetch(partitionsList.queryAt(search, { query: asOfQuery(search) }), rolesQuery()),
  'v1-partitions-partitionId': ({ params, search }) => {
    const { kind } = asOfInSearch(search);
    if (kind !== 'now' && kind !== 'past') return;
    const { partitionId } = params;
    const { asOf } = asOfQuery(search);
    prefetch(queryOf(getPartition, { params, query: { asOf } }), rolesQuery());
    const tab = search['tab'];
    if (tab === 'access') void prefetchIfDescribed(() => [accessQuery(partitionId, asOf)]);
    if (tab === 'types') prefetch(typeListQuery(partitionId, asOf));
    if (tab === 'proofs' && kind === 'now')
      void prefetchIfDescribed(() => [
        logHealthQuery(partitionId),
        erasuresList.queryAt(search, { params }),
      ]);
    if (tab === undefined)
      prefetch(
        newestChangesQuery(partitionId, asOf),
        versionsPerDayQuery(partitionId, asOf),
        firstMembersQuery(partitionId, asOf),
        mainAccountsQuery(partitionId, asOf),
      );
  },
  'v1-partitions-partitionId-users': ({ params, search }) => {
    const query = asOfQuery(search);
    prefetch(
      queryOf(getPartition, { params, query }),
      membersList.queryAt(search, { params, query }),
      rolesQuery(),
    );
  },
};
