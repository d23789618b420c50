import { queryOptions } from '@tanstack/react-query';
import {
  type AccessGrant,
  type AccessHolder,
  listAccess,
  maxAccessHolders,
} from '@annals/contracts/user-administration';
import type { Page } from '../../../platform/api/page.ts';
import { callForAll } from '../../../platform/api/skip-empty-pages.ts';
import { queryKeyOf } from '../../../platform/api/query.ts';
import { currentLanguage } from '../../../platform/texts.ts';

/** One grant of access to the partition. */
export interface AccessRow {
  id: string;
  holder: AccessHolder;
  grant: AccessGrant;
}

export const accessListOptions = {
  name: 'access',
  filters: ['level', 'grant'] as const satisfies readonly string[],
};

/** The maximum number of loaded pages of 100: the list searches, sorts and exports them as a whole. */
const maxPages = 50;

/**
 * Everyone who can open the partition, sorted by name, with a row per grant.
 * @param asOf RFC 3339 in UTC, undefined for now
 */
export const accessQuery = (partitionId: string, asOf: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeyOf(listAccess, { query: { partitionId, asOf } }), 'all'] as const,
    queryFn: async ({ signal }): Promise<Page<AccessRow>> => {
      const query = { partitionId, asOf, pageSize: maxAccessHolders };
      const {
        data: holders,
        hasMore,
        knownSince,
      } = await callForAll(listAccess, query, { signal, maxPages });
      const byName = holders.toSorted((left, right) =>
        (left.name ?? left.id).localeCompare(right.name ?? right.id, currentLanguage()),
      );
      const data = byName.flatMap((holder) =>
        holder.grants.map((grant, index) => ({ id: `${holder.id}-${index}`, holder, grant })),
      );
      return {
        data,
        hasMore: false,
        nextCursor: null,
        unpaged: true,
        ...(knownSince !== undefined && { knownSince }),
        ...(hasMore && { more: { truncated: true } }),
      };
    },
  });
