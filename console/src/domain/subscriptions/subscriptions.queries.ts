import {
  changeSubscription,
  deleteSubscription,
  listSubscriptions,
  listUnseen,
  markSeen,
  maxSubscriptions,
  type Subscription,
} from '@annals/contracts/subscriptions';
import type { BodyOf } from '@annals/contracts/endpoint';
import { call } from '../../platform/api/call.ts';
import { invalidate, queryOf } from '../../platform/api/query.ts';

/** All subscriptions of the user; their number is limited. */
export const subscriptionsQuery = queryOf(listSubscriptions, {
  query: { pageSize: maxSubscriptions },
});

/** The user's subscriptions in a partition. */
export const subscriptionsInQuery = (partitionId: string) =>
  queryOf(listSubscriptions, { query: { partitionId, pageSize: maxSubscriptions } });

export const unseenQuery = queryOf(listUnseen);

export const invalidateSubscriptions = async () => invalidate(listSubscriptions, listUnseen);

/** @throws CallError 412 if it has changed since it was read */
export async function saveSubscription(
  subscriptionId: string,
  body: BodyOf<typeof changeSubscription>,
  version: number | undefined,
): Promise<Subscription> {
  try {
    return await call(
      changeSubscription,
      { params: { subscriptionId }, body },
      { ifMatch: version },
    );
  } finally {
    await invalidateSubscriptions();
  }
}

export async function endSubscription(subscriptionId: string): Promise<void> {
  try {
    await call(deleteSubscription, { params: { subscriptionId } });
  } finally {
    await invalidateSubscriptions();
  }
}

export async function markChangesSeen(seen: BodyOf<typeof markSeen>['seen']): Promise<void> {
  await call(markSeen, { body: { seen } });
  await invalidateSubscriptions();
}
