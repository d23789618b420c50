import {
  changeAliasUrl,
  createAliasUrl,
  listAliasUrls,
  reactivateAliasUrl,
  visitAliasUrl,
  type AliasUrl,
} from '@annals/contracts/alias-urls';
import type { EventAction } from '@annals/contracts/events';
import { say } from '@annals/contracts/messages';
import type { Caller } from '@annals/kit/caller';
import type { Database, Queryable } from '@annals/kit/database/database';
import { checkIfMatch } from '@annals/kit/etag';
import { noPartition } from '@annals/kit/idempotency/idempotency-table';
import type { Mount } from '@annals/kit/mount';
import { badRequest, conflict, notFound, Problem } from '@annals/kit/problem';
import { executeOnce } from '../idempotency/idempotency.ts';
import type { ActingCall, AuditTrail } from '../audit/audit-trail.ts';
import { requireChangeable, aliasScopeOf, type AliasScope } from './alias-access.ts';
import {
  checkTarget,
  isAllowedTarget,
  locationOf,
  requireAllowed,
  targetOf,
} from './alias-target.ts';
import * as aliases from './alias-urls.sql.ts';

interface AliasServices {
  /** Whose URLs an alias may lead to. */
  hosts: readonly string[];
  trail: AuditTrail;
}

export function mountAliasUrls(
  mount: Mount,
  database: Database,
  { hosts, trail }: AliasServices,
): void {
  const record = async (
    transaction: Queryable,
    call: ActingCall,
    action: EventAction,
    before: aliases.AliasRow | undefined,
    after: aliases.AliasRow,
  ) =>
    trail.record(transaction, call, noPartition, {
      action,
      subject: `aliasUrl/${after.alias}`,
      before: before && settingsOf(before),
      after: settingsOf(after),
    });
  const aliasOf = (row: aliases.AliasRow) => answerOf(row, hosts);

  mount(listAliasUrls, async ({ query, caller, queryable }) => {
    const scope = aliasScopeOf(caller);
    if (query.alias !== undefined) return aliasOf(await oneOf(queryable, scope, query.alias));
    const sorted = aliases.aliasesSortedBy(query.sort ?? 'alias');
    const { text, state } = query;
    const range = sorted.rangeOf(query);
    const rows = await aliases.listAliases(queryable, scope, { text, state }, sorted, range);
    return sorted.pageOf(rows, query, aliasOf);
  });

  mount(
    createAliasUrl,
    async ({ body: { alias, target, expiryDate = null }, caller, idempotency, request }) =>
      database.transaction(async (transaction) =>
        executeOnce(transaction, idempotency, async () => {
          requireFuture(expiryDate);
          const isNew = await aliases.insertAlias(transaction, {
            alias,
            target: await checkTarget(transaction, caller, target, hosts),
            expiryDate,
            userId: caller.userId,
          });
          const row = await aliases.findAlias(transaction, aliasScopeOf(caller), alias);
          if (!isNew)
            throw conflict('alias_taken', say('aliasTaken', { alias }), row && aliasOf(row));
          if (!row) throw notFound('alias');
          await record(transaction, { caller, request }, 'aliasUrl.created', undefined, row);
          return aliasOf(row);
        }),
      ),
  );

  mount(changeAliasUrl, async ({ query: { alias }, body, caller, idempotency, request }) =>
    database.transaction(async (transaction) =>
      executeOnce(transaction, idempotency, async () => {
        const row = await changeable(transaction, caller, alias);
        checkIfMatch(request, row.version, aliasOf(row));
        if (Object.keys(body).length === 0) throw badRequest(say('aliasChangeEmpty'));
        requireFuture(body.expiryDate ?? null);
        const target = body.target
          ? await checkTarget(transaction, caller, body.target, hosts)
          : targetOf(row);
        if (body.active === true && !body.target) requireAllowed(row, hosts);
        await aliases.updateAlias(transaction, {
          alias,
          target,
          active: body.active ?? row.deactivatedDate === null,
          expiryDate:
            body.expiryDate === undefined
              ? expiryAfter(row, body.active === true)
              : body.expiryDate,
          userId: caller.userId,
        });
        const changed = await oneOf(transaction, unlimitedScope(caller), alias);
        await record(transaction, { caller, request }, 'aliasUrl.changed', row, changed);
        return aliasOf(changed);
      }),
    ),
  );

  mount(reactivateAliasUrl, async ({ query: { alias }, caller, request }) =>
    database.transaction(async (transaction) => {
      const row = await changeable(transaction, caller, alias);
      checkIfMatch(request, row.version, aliasOf(row));
      requireAllowed(row, hosts);
      if (row.deactivatedDate === null && !row.expired) return aliasOf(row);
      await aliases.updateAlias(transaction, {
        alias,
        target: targetOf(row),
        active: true,
        expiryDate: expiryAfter(row, true),
        userId: caller.userId,
      });
      const changed = await oneOf(transaction, aliasScopeOf(caller), alias);
      await record(transaction, { caller, request }, 'aliasUrl.reactivated', row, changed);
      return aliasOf(changed);
    }),
  );

  mount(visitAliasUrl, async ({ query: { alias, count = true } }) => {
    if (!count) return { location: leading(await aliases.findTarget(database, alias), hosts) };
    // Visits of inactive aliases are not counted.
    return database.transaction(async (transaction) => ({
      location: leading(await aliases.countVisit(transaction, alias), hosts),
    }));
  });
}

/** As events show it. */
const settingsOf = (row: aliases.AliasRow) => ({
  target: targetOf(row),
  expiresDate: row.expiryDate,
  enabled: row.deactivatedDate === null,
});

/** A past expiry is removed when the alias is reactivated. */
const expiryAfter = ({ expired, expiryDate }: aliases.AliasRow, active: boolean) =>
  active && expired ? null : expiryDate;

/** For the response to a change: with the new target, the alias may be outside what the caller can see. */
const unlimitedScope = (caller: Caller): AliasScope => ({
  ...aliasScopeOf(caller),
  everything: true,
  only: undefined,
});

async function oneOf(
  database: Queryable,
  scope: AliasScope,
  alias: string,
): Promise<aliases.AliasRow> {
  const row = await aliases.findAlias(database, scope, alias);
  if (!row) throw notFound('alias');
  return row;
}

/** The alias, locked, if the caller may change it. */
async function changeable(
  transaction: Queryable,
  caller: Caller,
  alias: string,
): Promise<aliases.AliasRow> {
  await aliases.lockAlias(transaction, alias);
  const row = await oneOf(transaction, aliasScopeOf(caller), alias);
  await requireChangeable(transaction, caller, row);
  return row;
}

/** @throws Problem 400 for a time that is not in the future */
function requireFuture(expiryDate: string | null): void {
  if (expiryDate !== null && Date.parse(expiryDate) <= Date.now())
    throw badRequest(say('aliasExpiryPast'), [
      { path: 'body.expiryDate', ...say('enterFutureTime') },
    ]);
}

function leading(row: aliases.TargetRow | undefined, hosts: readonly string[]): string {
  const location = row && locationOf(row, hosts);
  if (location === undefined) throw new Problem(404, 'alias_not_active', say('aliasNotActive'));
  return location;
}

function answerOf(row: aliases.AliasRow, hosts: readonly string[]): AliasUrl {
  const { alias, deactivatedDate, expiryDate, visits, lastVisitDate } = row;
  const { createdDate, createdUserId, createdUserName, version } = row;
  return {
    alias,
    target: targetOf(row),
    active: deactivatedDate === null && !row.expired && isAllowedTarget(row, hosts),
    deactivatedDate,
    expiryDate,
    visits,
    lastVisitDate,
    createdDate,
    createdUserId,
    createdUserName,
    version,
  };
}
