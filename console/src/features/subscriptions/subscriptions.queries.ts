import { prefetch } from '../../platform/api/query.ts';
import type { Prefetchers } from '../../ui/page/page-address.ts';
import { subscriptionsQuery } from '../../domain/subscriptions/subscriptions.queries.ts';

export const prefetchers: Prefetchers = {
  subscriptions: () => prefetch(subscriptionsQuery),
};
