import { prefetch } from '../../api/query.ts';
import type { Prefetchers } from '../../shared/page/page-address.ts';
import { subscriptionsQuery } from '../../shared/subscriptions/subscriptions.queries.ts';

export const prefetchers: Prefetchers = {
  subscriptions: () => prefetch(subscriptionsQuery),
};
