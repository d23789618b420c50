import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, id, pageOf, paging, text, version } from './fields.ts';
import { messageCode } from './message-code.ts';
import { dataPath, wantedReferences } from './object-version.ts';
import { partitionParams } from './partitions.ts';
import { savedSearchKinds } from './saved-searches.ts';

/** How a person is notified of what they follow. Home shows it in any case. */
export const deliveries = ['IMMEDIATELY', 'DAILY', 'HOME'] as const;
export type Delivery = (typeof deliveries)[number];

/**
 * `PAUSED`: by the person. `NO_ACCESS`: they can no longer read the partition. `USER_DISABLED`: their account was
 * disabled. `QUERY_FAILS`: the search can no longer be run. In all of these nothing is recorded until it is resumed.
 */
export const subscriptionStates = [
  'ACTIVE',
  'PAUSED',
  'NO_ACCESS',
  'USER_DISABLED',
  'QUERY_FAILS',
] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** For one person, in all partitions. */
export const maxSubscriptions = 100;
/** Counting stops at this many unseen changes. */
export const maxUnseen = 1000;
/** How long a change is kept, seen or not. */
export const notedDays = 30;
export const maxPaths = 20;

const paths = z.nullable(
  z.array(dataPath).check(
    z.minLength(1, messageCode('nameFields')),
    z.maxLength(maxPaths, messageCode('tooManyFields')),
    z.refine((given) => new Set(given).size === given.length, messageCode('fieldsOnce')),
  ),
);
const query = text(0, 2000);
const delivery = z.enum(deliveries);

const subscription = z.object({
  id: z.string(),
  partitionId: z.string(),
  /** Null if the caller may not read the partition now. */
  partitionName: z.nullable(z.string()),
  /** The object that is followed; null for a search. */
  timelineId: z.nullable(z.string()),
  /** The title of the newest version of that object; also null if it has none or may not be read. */
  title: z.nullable(z.string()),
  objectType: z.nullable(z.string()),
  /** The search that is followed, in the query language; null for an object. */
  query: z.nullable(z.string()),
  searched: z.nullable(z.enum(savedSearchKinds)),
  /** For a search: only versions that refer to one of these objects, now or before the change. Null: no filter. */
  references: z.nullable(
    z.array(
      z.object({
        name: z.optional(z.string()),
        timelineId: z.string(),
        /** The title of the newest version of the object; also null if it has none or may not be read. */
        title: z.nullable(z.string()),
        objectType: z.nullable(z.string()),
      }),
    ),
  ),
  /** JSON Pointers of the followed fields; one of them has to change. Null: all fields. */
  paths: z.nullable(z.array(z.string())),
  delivery,
  state: z.enum(subscriptionStates),
  /** Null while it is active. */
  pausedDate: z.nullable(dateTime),
  /** Changes that are not marked as seen, at most 1,000. */
  unseen: z.number(),
  createdDate: dateTime,
  changedDate: dateTime,
  version,
});
export type Subscription = z.infer<typeof subscription>;

/** What happened to an object. */
export const followedEvents = ['CREATED', 'CHANGED', 'ENDED', 'RESTORED'] as const;

const followedChange = z.object({
  /** JSON Pointer into the data. */
  path: z.string(),
  /** As JSON, shortened; null if there was none, or if it was erased. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** Whether the value was erased since, on either side. */
  erased: z.boolean(),
});

const followedVersion = z.object({
  sequence: z.number(),
  objectId: z.string(),
  timelineId: z.string(),
  objectType: z.string(),
  title: z.nullable(z.string()),
  event: z.enum(followedEvents),
  userId: z.string(),
  userName: z.nullable(z.string()),
  modificationDate: dateTime,
  reason: z.nullable(z.string()),
  /** The first of the followed fields that changed; empty for a new object. */
  changes: z.array(followedChange),
  /** The number of further changes. */
  moreChanges: z.number(),
});
export type FollowedVersion = z.infer<typeof followedVersion>;

const unseenSubscription = z.extend(subscription, {
  /** The newest ones first. */
  versions: z.array(followedVersion),
});
export type UnseenSubscription = z.infer<typeof unseenSubscription>;

const one = '/v1/subscriptions/{subscriptionId}';
const subscriptionParams = z.strictObject({ subscriptionId: id });
const signedIn = { kind: 'signedIn' } as const;

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/v1/subscriptions',
  shows: 'versions',
  summary: 'Lists what you follow in all partitions, oldest subscription first',
  access: signedIn,
  query: z.strictObject({
    ...paging,
    partitionId: z.optional(id),
    timelineId: z.optional(id),
  }),
  response: pageOf(subscription),
});

export const listUnseen = endpoint({
  method: 'GET',
  path: '/v1/subscriptions/unseen',
  shows: 'versions',
  summary:
    'Lists your 20 subscriptions with the newest changes that are not marked as seen, each with the newest of them',
  access: signedIn,
  response: z.object({ data: z.array(unseenSubscription) }),
});

export const markSeen = endpoint({
  method: 'POST',
  path: '/v1/subscriptions/seen',
  records: 'own',
  summary: 'Marks changes as seen: those of each subscription up to a version',
  access: signedIn,
  body: z.strictObject({
    seen: z
      .array(z.strictObject({ subscriptionId: id, sequence: z.int().check(z.minimum(0)) }))
      .check(z.minLength(1), z.maxLength(maxSubscriptions)),
  }),
  status: 204,
  response: z.void(),
  repeatable: true,
});

export const createSubscription = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/subscriptions',
  shows: 'versions',
  records: 'own',
  summary: 'Follows an object or a search from now on, with all or some of its fields',
  access: { kind: 'partition', role: 'READER' },
  params: partitionParams,
  body: z
    .strictObject({
      timelineId: z.optional(id),
      query: z.optional(query),
      /** What the search searches. An object matches if it does so before or after the change. */
      searched: z._default(z.enum(savedSearchKinds), 'objects'),
      /** For a search only: only versions that refer to one of these objects, now or before the change. */
      references: z._default(wantedReferences, null),
      paths: z._default(paths, null),
      delivery: z._default(delivery, 'DAILY'),
    })
    .check(
      z.refine(
        ({ timelineId, query: given }) => (timelineId === undefined) !== (given === undefined),
        messageCode('timelineOrQuery'),
      ),
      z.refine(({ timelineId, references }) => timelineId === undefined || references === null, {
        path: ['references'],
        error: messageCode('onlySearchHasReferences'),
      }),
    ),
  status: 201,
  response: subscription,
});

export const getSubscription = endpoint({
  method: 'GET',
  path: one,
  shows: 'versions',
  summary: 'Returns one of your subscriptions',
  access: signedIn,
  params: subscriptionParams,
  response: subscription,
});

export const changeSubscription = endpoint({
  method: 'PATCH',
  path: one,
  shows: 'versions',
  records: 'own',
  summary:
    'Changes, pauses or resumes one of your subscriptions. When resumed, it continues with what is written next',
  access: signedIn,
  params: subscriptionParams,
  body: z.strictObject({
    /** For a search only. */
    query: z.optional(query),
    /** For a search only. */
    references: z.optional(wantedReferences),
    paths: z.optional(paths),
    delivery: z.optional(delivery),
    active: z.optional(z.boolean()),
  }),
  response: subscription,
  takesIfMatch: true,
});

export const deleteSubscription = endpoint({
  method: 'DELETE',
  path: one,
  records: 'own',
  summary: 'Deletes one of your subscriptions',
  access: signedIn,
  params: subscriptionParams,
  status: 204,
  response: z.void(),
  repeatable: true,
});

/** Below a partition, as the routing rule requires. */
export const subscriptionEndpoints = [createSubscription] as const;

/** Of one person, in all partitions. */
export const ownSubscriptionEndpoints = [
  listSubscriptions,
  listUnseen,
  markSeen,
  getSubscription,
  changeSubscription,
  deleteSubscription,
] as const;
