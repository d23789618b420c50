import { uuidv7 } from 'uuidv7';
import { say } from '@annals/contracts/messages';
import { memberRoleSuffices } from '@annals/contracts/permissions';
import {
  changeSavedSearch,
  createSavedSearch,
  findSavedSearches,
  listSavedSearches,
  maxSearchesPerUser,
  maxSharedSearches,
  removeSavedSearch,
} from '@annals/contracts/saved-searches';
import type { Caller } from '@annals/kit/caller';
import type { Database, Queryable } from '@annals/kit/database/database';
import { checkIfMatch } from '@annals/kit/etag';
import type { Mount } from '@annals/kit/mount';
import { conflict, forbidden, notFound } from '@annals/kit/problem';
import { executeOnce } from '../idempotency/idempotency.ts';
import { memberRoles, writesAsOwner } from '../members/member-access.ts';
import type { ActingCall, AuditTrail } from '../audit/audit-trail.ts';
import { lockPartition } from '../partitions/partitions.sql.ts';
import { scopeOf } from '../partitions/scope.sql.ts';
import { queryOf } from '../search/query.ts';
import * as searches from './saved-searches.sql.ts';

type Key = Parameters<typeof searches.findSearch>[1];

export function mountSavedSearches(mount: Mount, database: Database, trail: AuditTrail): void {
  /** Searches that only their owner sees concern nobody else. */
  const record = async (
    transaction: Queryable,
    call: ActingCall,
    before: searches.SavedSearchRow | undefined,
    after: searches.SavedSearchRow | undefined,
  ) => {
    const search = after ?? before;
    if (search === undefined || !(before?.shared || after?.shared)) return;
    const change = before?.shared === true ? 'savedSearch.changed' : 'savedSearch.shared';
    const nameIn = ({ id, name }: searches.SavedSearchRow) => ({ savedSearch: { id, name } });
    await trail.record(transaction, call, search.partitionId, {
      action: after?.shared === true ? change : 'savedSearch.unshared',
      ...(before?.shared === true && before.name !== search.name && { before: nameIn(before) }),
      after: {
        ...nameIn(search),
        // Without the query, which may quote values that are erased later.
        ...(before?.shared === true && before.query !== search.query && { queryChanged: true }),
      },
    });
  };

  mount(findSavedSearches, async ({ query, caller, queryable }) => {
    const range = searches.searchesByName.rangeOf(query);
    const scope = scopeOf(caller);
    const rows = await searches.findSearches(queryable, scope, query.name ?? '', range);
    return searches.searchesByName.pageOf(rows, query, searchOf);
  });

  mount(listSavedSearches, async ({ params: { partitionId }, query, caller, queryable }) => {
    const range = searches.searchesByName.rangeOf(query);
    const asked = { partitionId, userId: caller.userId, kind: query.kind };
    const rows = await searches.listSearches(queryable, asked, range);
    return searches.searchesByName.pageOf(rows, query, searchOf);
  });

  mount(
    createSavedSearch,
    async ({ params: { partitionId }, body, caller, idempotency, request }) =>
      database.transaction(async (transaction) =>
        executeOnce(transaction, idempotency, async () => {
          queryOf(body.query, body.kind, 'body.query');
          const search = { ...body, partitionId, id: uuidv7(), userId: caller.userId };
          await requireRoom(transaction, search);
          if (search.shared) await requireSharer(transaction, caller, partitionId);
          await searches.insertSearch(transaction, search);
          const saved = await oneOf(transaction, search);
          await record(transaction, { caller, request }, undefined, saved);
          return searchOf(saved);
        }),
      ),
  );

  mount(
    changeSavedSearch,
    async ({ params: { partitionId, searchId }, body, caller, idempotency, request }) =>
      database.transaction(async (transaction) =>
        executeOnce(transaction, idempotency, async () => {
          // The partition's lock also covers the search, because changes are rare.
          await lockPartition(transaction, partitionId);
          const key = { partitionId, id: searchId, userId: caller.userId };
          const before = await oneOf(transaction, key);
          if (before.userId !== caller.userId) throw forbidden(say('searchNotYours'));
          checkIfMatch(request, before.version, searchOf(before));
          const after = { ...before, ...without(body) };
          queryOf(after.query, after.kind, 'body.query');
          await requireRoom(transaction, after);
          if (after.shared) await requireSharer(transaction, caller, partitionId);
          await searches.updateSearch(transaction, after);
          const changed = await oneOf(transaction, key);
          await record(transaction, { caller, request }, before, changed);
          return searchOf(changed);
        }),
      ),
  );

  mount(removeSavedSearch, async ({ params: { partitionId, searchId }, caller, request }) =>
    database.transaction(async (transaction) => {
      await lockPartition(transaction, partitionId);
      const key = { partitionId, id: searchId, userId: caller.userId };
      const search = await oneOf(transaction, key);
      if (
        search.userId !== caller.userId &&
        !writesAsOwner(caller, await roleIn(transaction, caller, partitionId))
      )
        throw forbidden(say('onlyOwnersDeleteSearch'));
      await searches.deleteSearch(transaction, partitionId, searchId);
      await record(transaction, { caller, request }, search, undefined);
    }),
  );
}

const without = <T extends object>(body: T) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };

/** @throws Problem 404 for a search that does not exist or belongs to another user */
async function oneOf(database: Queryable, key: Key): Promise<searches.SavedSearchRow> {
  const row = await searches.findSearch(database, key);
  if (!row) throw notFound('saved search');
  return row;
}

/**
 * With the partition locked, so that concurrent requests cannot exceed the limit.
 * @throws Problem 409 if the name is taken, or the limit is reached
 */
async function requireRoom(transaction: Queryable, search: searches.NewSearch): Promise<void> {
  if (!(await lockPartition(transaction, search.partitionId))) throw notFound('partition');
  const { own, shared, takenBy } = await searches.countOthers(transaction, search);
  if (takenBy !== null) throw conflict('name_taken', say('searchNameTaken'));
  if (own >= maxSearchesPerUser)
    throw conflict('too_many_searches', say('tooManySearches', { count: maxSearchesPerUser }));
  if (search.shared && shared >= maxSharedSearches)
    throw conflict('too_many_searches', say('tooManySharedSearches', { count: maxSharedSearches }));
}

const roleIn = async (transaction: Queryable, caller: Caller, partitionId: string) =>
  memberRoles(transaction)(caller, partitionId);

/** @throws Problem 403 for a caller who may not write to the partition */
async function requireSharer(
  transaction: Queryable,
  caller: Caller,
  partitionId: string,
): Promise<void> {
  const role = await roleIn(transaction, caller, partitionId);
  const mayWrite = caller.scope('partitions:write') !== undefined;
  if (!mayWrite || role === undefined || !memberRoleSuffices(role, 'EDITOR'))
    throw forbidden(say('cannotShare'));
}

const searchOf = (row: searches.SavedSearchRow) => ({
  id: row.id,
  partitionId: row.partitionId,
  partitionName: row.partitionName,
  name: row.name,
  kind: row.kind,
  query: row.query,
  view: row.view,
  shared: row.shared,
  userId: row.userId,
  userName: row.userName,
  createdDate: row.createdDate,
  changedDate: row.changedDate,
  version: row.version,
});
