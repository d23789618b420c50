import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dateTime, givenId, id, pageOf, paging, text, version } from './fields.ts';
import { dataPath, wantedReferences } from './object-version.ts';
import { partitionParams } from './partitions.ts';
import { savedSearchKinds } from './saved-searches.ts';

/** How a person is told of what they follow. Home shows it in any case. */
export const deliveries = ['IMMEDIATELY', 'DAILY', 'HOME'] as const;
export type Delivery = (typeof deliveries)[number];

/**
 * `PAUSED`: by the person. `NO_ACCESS`: they could not read the partition any more. `USER_DISABLED`: their account was
 * disabled. `QUERY_FAILS`: the search cannot be carried out any more. In all of them nothing is noted until it is resumed.
 */
export const subscriptionStates = [
  'ACTIVE',
  'PAUSED',
  'NO_ACCESS',
  'USER_DISABLED',
  'QUERY_FAILS',
] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** Of one person, in all partitions. */
export const mostSubscriptions = 100;
/** More unseen changes than this are not counted. */
export const mostUnseen = 1000;
/** How long a change is noted, seen or not. */
export const notedDays = 30;
export const mostPaths = 20;

const paths = z.nullable(
  z.array(dataPath).check(
    z.minLength(1, 'Name at least one field, or follow all of them.'),
    z.maxLength(mostPaths, 'Name at most 20 fields.'),
    z.refine((given) => new Set(given).size === given.length, 'Name each field only once.'),
  ),
);
const query = text(0, 2000);
const delivery = z.enum(deliveries);

const subscription = z.looseObject({
  id: givenId,
  partitionId: z.string(),
  /** Null where the caller may not read the partition now. */
  partitionName: z.nullable(z.string()),
  /** The object that is followed; null for a search. */
  timelineId: z.nullable(z.string()),
  /** Of the newest version of that object; null also where it has none or may not be read. */
  title: z.nullable(z.string()),
  objectType: z.nullable(z.string()),
  /** The search that is followed, in the query language; null for an object. */
  query: z.nullable(z.string()),
  searched: z.nullable(z.enum(savedSearchKinds)),
  /**
   * Of a search: only versions that refer to one of these objects, now or before the change. Null: whatever they refer to.
   */
  references: z.nullable(
    z.array(
      z.looseObject({
        name: z.optional(z.string()),
        timelineId: z.string(),
        /** Of the newest version of the object; null also where it has none or may not be read. */
        title: z.nullable(z.string()),
        objectType: z.nullable(z.string()),
      }),
    ),
  ),
  /** The fields that are followed, by JSON Pointer: one of them changes. Null: all. */
  paths: z.nullable(z.array(z.string())),
  delivery,
  state: z.enum(subscriptionStates),
  /** Null while it is active. */
  pausedDate: z.nullable(dateTime),
  /** Changes that were not marked as seen, 1,000 at most. */
  unseen: z.number(),
  createdDate: dateTime,
  changedDate: dateTime,
  version,
});
export type Subscription = z.infer<typeof subscription>;

/** What became of an object. */
export const followedEvents = ['CREATED', 'CHANGED', 'ENDED', 'RESTORED'] as const;

const followedChange = z.looseObject({
  /** JSON Pointer into the data. */
  path: z.string(),
  /** As JSON, shortened; null where there was none, or where it was erased. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** Whether the value was erased since, on either side. */
  erased: z.boolean(),
});

const followedVersion = z.looseObject({
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
  /** Those of the followed fields that changed, the first ones; of a new object none. */
  changes: z.array(followedChange),
  /** How many there are besides. */
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
  summary: 'What the caller follows, in all partitions, in the order it was begun',
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
  summary:
    'The 20 subscriptions of the caller with the newest changes that were not marked as seen, each with the newest of them',
  access: signedIn,
  response: z.looseObject({ data: z.array(unseenSubscription) }),
});

export const markSeen = endpoint({
  method: 'POST',
  path: '/v1/subscriptions/seen',
  summary: 'Mark changes as seen: those of each subscription up to a version',
  access: signedIn,
  body: z.strictObject({
    seen: z
      .array(z.strictObject({ subscriptionId: id, sequence: z.int().check(z.minimum(0)) }))
      .check(z.minLength(1), z.maxLength(mostSubscriptions)),
  }),
  status: 204,
  response: z.void(),
  repeatable: true,
});

export const createSubscription = endpoint({
  method: 'POST',
  path: '/v1/partitions/{partitionId}/subscriptions',
  summary: 'Follow an object or a search from now on, with all its fields or some of them',
  access: { kind: 'partition', role: 'READER' },
  params: partitionParams,
  body: z
    .strictObject({
      timelineId: z.optional(id),
      query: z.optional(query),
      /** What the search looks through. An object matches when it does so before or after the change. */
      searched: z._default(z.enum(savedSearchKinds), 'objects'),
      /** Of a search alone: only versions that refer to one of these objects, now or before the change. */
      references: z._default(wantedReferences, null),
      paths: z._default(paths, null),
      delivery: z._default(delivery, 'DAILY'),
    })
    .check(
      z.refine(
        ({ timelineId, query: given }) => (timelineId === undefined) !== (given === undefined),
        'Give either timelineId or query.',
      ),
      z.refine(({ timelineId, references }) => timelineId === undefined || references === null, {
        path: ['references'],
        error: 'Only a search has references.',
      }),
    ),
  status: 201,
  response: subscription,
});

export const getSubscription = endpoint({
  method: 'GET',
  path: one,
  summary: 'One subscription of the caller',
  access: signedIn,
  params: subscriptionParams,
  response: subscription,
});

export const changeSubscription = endpoint({
  method: 'PATCH',
  path: one,
  summary:
    'Change a subscription of the caller, pause or resume it. Resumed, it goes on with what is written next',
  access: signedIn,
  params: subscriptionParams,
  body: z.strictObject({
    /** Of a search alone. */
    query: z.optional(query),
    /** Of a search alone. */
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
  summary: 'End a subscription of the caller',
  access: signedIn,
  params: subscriptionParams,
  status: 204,
  response: z.void(),
  repeatable: true,
});

/** Below a partition, as the routing rule has it. */
export const subscriptionEndpoints = [createSubscription] as const;

/** Of a person, in all partitions. */
export const ownSubscriptionEndpoints = [
  listSubscriptions,
  listUnseen,
  markSeen,
  getSubscription,
  changeSubscription,
  deleteSubscription,
] as const;
