import { queryOptions } from '@tanstack/react-query';
import type { Loaders } from '../../ui/page/page-address.ts';
import { prefetch } from '../../platform/api/query.ts';
import { fetchNotices } from './notices.ts';

/** The notices of both parts. They change only with a new build, which reloads the page. */
export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: async ({ signal }) => {
    const [console, server] = await Promise.all([
      fetchNotices('console', signal),
      fetchNotices('program', signal),
    ]);
    return { console, server };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

export const loaders: Loaders = {
  licenses: () => prefetch(noticesQuery),
};
