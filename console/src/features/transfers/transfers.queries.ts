import { listAuthenticationMigrations, listDataMigrations } from '@annals/contracts/migrations';
import { getServiceCheckpoint } from '@annals/contracts/proofs';
import { queryOf } from '../../platform/api/query.ts';
import type { Loaders } from '../../ui/page/page-address.ts';
import { prefetchIfDescribed } from '../../domain/permissions/prefetch-if-described.ts';
import { oneOf } from '../../platform/search.ts';
import { transferList } from './shared/transfer.queries.ts';

export const loaders: Loaders = {
  migrations: ({ search }) => {
    const tab = oneOf(search['tab']);
    void prefetchIfDescribed((mayI) => {
      if (tab === 'runs') return [transferList.queryAt(search)];
      if (tab === 'verify') return [queryOf(getServiceCheckpoint)];
      if (tab !== 'schema' || !mayI('operations:read')) return [];
      return [queryOf(listDataMigrations), queryOf(listAuthenticationMigrations)];
    });
  },
};
