import { prefetch } from '../../platform/api/query.ts';
import type { Loaders } from '../../ui/page/page-address.ts';
import { subscriptionsQuery } from '../../domain/subscriptions/subscriptions.queries.ts';

export const loaders: Loaders = {
  subscriptions: () => prefetch(subscriptionsQuery),
};
