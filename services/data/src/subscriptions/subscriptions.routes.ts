import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import { say } from '@annals/contracts/messages';
import * as contract from '@annals/contracts/subscriptions';
import type { Caller } from '@annals/kit/caller';
import type { Database, Queryable } from '@annals/kit/database/database';
import { checkIfMatch } from '@annals/kit/etag';
import type { Mount } from '@annals/kit/mount';
import { badRequest, conflict, forbidden, notFound } from '@annals/kit/problem';
import { timelineExists } from '../alias-urls/alias-urls.sql.ts';
import { executeOnce } from '../idempotency/idempotency.ts';
import { referencesAsStored } from '../log-events/log-events.sql.ts';
import { memberRoles } from '../members/member-access.ts';
import { scopeOf, type Scope } from '../partitions/scope.sql.ts';
import { showingInPartitions, versionsShownIn } from '../versions/shown-versions.ts';
import { queryOf } from '../search/query.ts';
import { searchPhrasesOf } from '../search/search-phrases.ts';
import type { FollowMails } from './follow-mails.ts';
import { followedVersions, namedReferences, titleOf } from './followed-versions.ts';
import type { FollowerAccess } from './follower-access.ts';
import { hasWaiting, recordSubscriptionChange } from './matches.sql.ts';
import type { SubscriptionFeed } from './subscription-feed.ts';
import * as table from './subscriptions.sql.ts';
import type { FollowedTarget, SubscriptionKey, SubscriptionRow } from './subscriptions.sql.ts';

interface Services {
  access: FollowerAccess;
  mails: FollowMails;
  feed: SubscriptionFeed;
}

/** The most subscriptions that are shown with news, and versions of each. */
const maxShown = { subscriptions: 20, versions: 5 };

/** The call that is below a partition. */
export function mountSubscriptions(
  mount: Mount,
  database: Database,
  { access, mails }: Omit<Services, 'feed'>,
): void {
  mount(
    contract.createSubscription,
    async ({ params: { partitionId }, body, caller, idempotency }) => {
      if (!(await access.isActivePerson(caller.userId))) throw forbidden(say('onlyPeopleFollow'));
      const target: FollowedTarget = {
        timelineId: body.timelineId?.toLowerCase() ?? null,
        query: body.query?.trim() ?? null,
        searched: body.query === undefined ? null : body.searched,
        references: referencesAsStored(body.references),
        paths: body.paths,
      };
      requireReadable(target);
      requireMails(mails, body.delivery);
      const scope = scopeOf(caller);
      const { id } = await database.transaction(async (transaction) =>
        // The stored response contains nothing of the followed object.
        executeOnce(transaction, idempotency, async () => {
          const key = { partitionId, userId: caller.userId, id: uuidv7() };
          if (
            target.timelineId !== null &&
            !(await timelineExists(transaction, partitionId, target.timelineId))
          )
            throw notFound('timeline');
          await requireRoom(transaction, { ...key, ...target });
          await table.insertSubscription(transaction, {
            ...key,
            ...target,
            delivery: body.delivery,
          });
          await recordSubscriptionChange(transaction, partitionId);
          return { id: key.id };
        }),
      );
      return subscriptionOf(database, await oneOf(database, scope, id));
    },
  );
}

/** The calls about what a user follows in all partitions. */
export function mountOwnSubscriptions(
  mount: Mount,
  database: Database,
  { mails, feed }: Omit<Services, 'access'>,
): void {
  mount(contract.listSubscriptions, async ({ query, caller, queryable }) => {
    const range = table.subscriptionsAsBegun.rangeOf(query);
    const rows = await table.listSubscriptions(queryable, scopeOf(caller), query, range);
    const page = table.subscriptionsAsBegun.pageOf(rows, query, (row) => row);
    const data = [];
    for (const row of page.data) data.push(await subscriptionOf(queryable, row));
    return showingInPartitions({ ...page, data }, data.flatMap(versionsShownIn));
  });

  mount(contract.listUnseen, async ({ caller, queryable }) => {
    const rows = await table.listUnseen(queryable, scopeOf(caller), maxShown);
    const data = [];
    const shown: { partitionId: string; objectId: string }[] = [];
    for (const row of rows) {
      const { partitionId, sequences, paths } = row;
      const versions = await followedVersions(queryable, partitionId, sequences, paths);
      shown.push(...versions.map(({ objectId }) => ({ partitionId, objectId })));
      const subscription = await subscriptionOf(queryable, row);
      shown.push(...versionsShownIn(subscription));
      data.push({ ...subscription, versions });
    }
    return showingInPartitions({ data }, shown);
  });

  mount(contract.markSeen, async ({ body, caller }) =>
    table.markSeen(database, scopeOf(caller), body.seen),
  );

  mount(contract.getSubscription, async ({ params: { subscriptionId }, caller, queryable }) =>
    subscriptionOf(queryable, await oneOf(queryable, scopeOf(caller), subscriptionId)),
  );

  mount(
    contract.changeSubscription,
    async ({ params: { subscriptionId }, body, caller, idempotency, request }) => {
      const scope = scopeOf(caller);
      const changed = await database.transaction(async (transaction) =>
        executeOnce(transaction, idempotency, async () => {
          await table.lockFollower(transaction, caller.userId);
          const before = await oneOf(transaction, scope, subscriptionId);
          checkIfMatch(request, before.version, await subscriptionOf(transaction, before));
          if (body.query !== undefined && before.query === null)
            throw badRequest(say('followsObject'), [
              { path: 'body.query', ...say('onlySearchHasQuery') },
            ]);
          if (body.references && before.query === null)
            throw badRequest(say('followsObject'), [
              { path: 'body.references', ...say('onlySearchHasReferences') },
            ]);
          const after = {
            ...before,
            query: body.query?.trim() ?? before.query,
            references:
              body.references === undefined
                ? before.references
                : referencesAsStored(body.references),
            paths: body.paths === undefined ? before.paths : body.paths,
            delivery: body.delivery ?? before.delivery,
            pausedReason: pausedAfter(before, body.active),
          };
          requireReadable(after);
          if (body.delivery !== undefined) requireMails(mails, body.delivery);
          await requireRoom(transaction, after);
          const { partitionId } = before;
          const isResumed = before.pausedReason !== null && after.pausedReason === null;
          if (isResumed) await requireReader(transaction, caller, partitionId);
          const isChanged =
            after.query !== before.query ||
            !isDeepStrictEqual(after.references, before.references) ||
            !isDeepStrictEqual(after.paths, before.paths);
          await table.updateSubscription(transaction, {
            ...after,
            startsAnew: isResumed || isChanged,
          });
          await recordSubscriptionChange(transaction, partitionId);
          const { delivery } = after;
          if (delivery !== 'HOME' && (await hasWaiting(transaction, before)))
            await mails.request(transaction, { partitionId, userId: caller.userId, delivery });
          return { id: before.id };
        }),
      );
      feed.wake();
      return subscriptionOf(database, await oneOf(database, scope, changed.id));
    },
  );

  mount(contract.deleteSubscription, async ({ params: { subscriptionId }, caller }) =>
    database.transaction(async (transaction) => {
      const found = await oneOf(transaction, scopeOf(caller), subscriptionId);
      await recordSubscriptionChange(transaction, found.partitionId);
      await table.deleteSubscription(transaction, found);
    }),
  );
}

/** @throws Problem 403 */
async function requireReader(
  transaction: Queryable,
  caller: Caller,
  partitionId: string,
): Promise<void> {
  if ((await memberRoles(transaction)(caller, partitionId)) === undefined)
    throw forbidden(say('cannotReadPartition'));
}

function pausedAfter(
  { pausedReason }: SubscriptionRow,
  active: boolean | undefined,
): SubscriptionRow['pausedReason'] {
  if (active === undefined) return pausedReason;
  return active ? null : (pausedReason ?? 'PAUSED');
}

/** @throws Problem 404 for one that does not exist or belongs to another user */
async function oneOf(database: Queryable, scope: Scope, id: string): Promise<SubscriptionRow> {
  const row = await table.findSubscription(database, scope, id);
  if (!row) throw notFound('subscription');
  return row;
}

/** @throws Problem 400 for an invalid query */
function requireReadable({ query, searched }: FollowedTarget): void {
  if (query === null || searched === null) return;
  const read = queryOf(query, searched, 'body.query');
  searchPhrasesOf(read ?? {}, 'body.query');
}

/** @throws Problem 409 if no service sends mails */
function requireMails(mails: FollowMails, delivery: contract.Delivery): void {
  if (delivery !== 'HOME' && !mails.areSent) throw conflict('no_mails', say('noMails'));
}

/** @throws Problem 409 if the user already follows the same, or has reached the limit */
async function requireRoom(
  transaction: Queryable,
  subscription: SubscriptionKey & FollowedTarget,
): Promise<void> {
  await table.lockFollower(transaction, subscription.userId);
  const { count, same } = await table.countOthers(transaction, subscription);
  if (same > 0) throw conflict('already_followed', say('alreadyFollowed'));
  if (count >= contract.maxSubscriptions)
    throw conflict(
      'too_many_subscriptions',
      say('tooManySubscriptions', { count: contract.maxSubscriptions }),
    );
}

/** Its titles are data of the versions that it is said to show. */
async function subscriptionOf(database: Queryable, row: SubscriptionRow) {
  const { partitionId, partitionName, headSequence } = row;
  const named =
    headSequence === null ? undefined : await titleOf(database, partitionId, headSequence);
  const references =
    row.references &&
    (await namedReferences(database, partitionId, row.references, partitionName !== null));
  const titled = [named, ...(references ?? [])].flatMap((object) =>
    object?.objectId === undefined || object.title === null
      ? []
      : { partitionId, objectId: object.objectId },
  );
  const subscription = {
    id: row.id,
    partitionId,
    partitionName,
    timelineId: row.timelineId,
    title: named?.title ?? null,
    objectType: named?.objectType ?? null,
    query: row.query,
    searched: row.searched,
    references: references?.map(({ objectId: _objectId, ...reference }) => reference) ?? null,
    paths: row.paths,
    delivery: row.delivery,
    state: row.pausedReason ?? ('ACTIVE' as const),
    pausedDate: row.pausedDate,
    unseen: row.unseen,
    createdDate: row.createdDate,
    changedDate: row.changedDate,
    version: row.version,
  };
  return showingInPartitions(subscription, titled);
}
