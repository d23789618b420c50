import { uuidv7 } from 'uuidv7';
import type { FastifyRequest } from 'fastify';
import { say } from '@annals/contracts/messages';
import type { SignInRule } from '@annals/contracts/sign-in-rules';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { difference } from '@annals/kit/difference';
import { checkIfMatch } from '@annals/kit/etag';
import { plainNetwork } from '@annals/kit/ip-address';
import { badField, badRequest, conflict, forbidden, notFound } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import { unitIsInScope } from '../authority/authority.sql.ts';
import { selectRolesByName } from '../authority/role-cache.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import { actorOf, operatorWith } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { RuleRow, ServiceContext } from '../context/service-context.ts';
import {
  deleteRule,
  deleteRules,
  insertRule,
  lockRules,
  selectNetworks,
  selectWholeRule,
  updateRule,
  type Demands,
  type WholeRule,
} from './sign-in-rules.sql.ts';

export interface RuleSubject {
  role: string | null;
  organizationalUnitId: string | null;
}

/** The rules have one history, which names the rule by its role or unit, because they only act together. */
const allRules = 'signInRule/all';

/** @throws Problem 400, 403, 404; 409 if there is one, or if no global master could sign in */
export async function createSignInRule(
  context: ServiceContext,
  caller: Caller,
  body: RuleSubject & Demands,
  request: FastifyRequest,
): Promise<SignInRule> {
  requireEverywhere(caller);
  return changing(context, async (transaction) => {
    const actor = actorOf(context, caller, request);
    const id = uuidv7();
    const rule = { id, ...(await readRule(transaction, caller, body)) };
    if (!(await insertRule(transaction, { ...rule, changed: toTimestamp(actor.at) })))
      throw conflict('rule_exists', say('ruleExists'));
    await audit.record(transaction, actor, 'signInRule.created', allRules, {
      after: shownInEvent(rule),
    });
    return id;
  });
}

/** @throws Problem 400, 403, 404, 412; 409 if no global master could sign in */
export async function changeSignInRule(
  context: ServiceContext,
  caller: Caller,
  ruleId: string,
  body: Demands,
  request: FastifyRequest,
): Promise<SignInRule> {
  requireEverywhere(caller);
  return changing(context, async (transaction) => {
    const rule = await selectWholeRule(transaction, ruleId);
    if (!rule) throw notFound('sign-in rule');
    checkIfMatch(request, rule.version, shownRule(rule));
    const demands = await readDemands(transaction, body);
    const [before, after] = difference(shownInEvent(rule), shownInEvent({ ...rule, ...demands }));
    if (Object.keys(after).length === 0) return ruleId;
    const actor = actorOf(context, caller, request);
    await updateRule(transaction, ruleId, demands, toTimestamp(actor.at));
    const { role, unitId: organizationalUnitId } = rule;
    await audit.record(transaction, actor, 'signInRule.changed', allRules, {
      before: { role, organizationalUnitId, ...before },
      after: { role, organizationalUnitId, ...after },
    });
    return ruleId;
  });
}

/** @throws Problem 403, 404, 412 */
export async function deleteSignInRule(
  context: ServiceContext,
  caller: Caller,
  ruleId: string,
  request: FastifyRequest,
): Promise<void> {
  requireEverywhere(caller);
  await context.database.transaction(async (transaction) => {
    await lockRules(transaction);
    const rule = await selectWholeRule(transaction, ruleId);
    if (!rule) throw notFound('sign-in rule');
    checkIfMatch(request, rule.version, shownRule(rule));
    await deleteRule(transaction, ruleId);
    const actor = actorOf(context, caller, request);
    await audit.record(transaction, actor, 'signInRule.deleted', allRules, {
      before: shownInEvent(rule),
    });
  });
  applyAtOnce(context);
}

/** Deletes all rules, for an operator whom they have locked out. Returns how many there were. */
export async function deleteAllSignInRules(
  context: Pick<ServiceContext, 'database' | 'clock' | 'signInRules' | 'sessionCache'>,
): Promise<number> {
  const deleted = await context.database.transaction(async (transaction) => {
    await lockRules(transaction);
    const count = await deleteRules(transaction);
    const actor = { id: null, at: context.clock(), source: operatorWith('delete-sign-in-rules') };
    if (count > 0)
      await audit.record(transaction, actor, 'signInRule.allDeleted', allRules, {
        before: { rules: count },
      });
    return count;
  });
  applyAtOnce(context);
  return deleted;
}

/** A rule as it would be stored. @throws Problem 400, 404 */
export async function readRule(
  database: Queryable,
  caller: Caller,
  { role, organizationalUnitId, ...demands }: RuleSubject & Demands,
): Promise<Omit<RuleRow, 'id'>> {
  if (role !== null && organizationalUnitId !== null)
    throw badRequest(say('ruleForRoleOrUnit'), [{ path: 'body.role', ...say('chooseRoleOrUnit') }]);
  if (role !== null && !(await selectRolesByName(database)).has(role))
    throw badRequest(say('noSuchRole', { unknown: role }), [
      { path: 'body.role', ...say('unknownKeys', { keys: role }) },
    ]);
  const unitId = organizationalUnitId?.toLowerCase() ?? null;
  const scope = scopeOf(caller, 'roles:write');
  if (unitId !== null && !(await unitIsInScope(database, scope, unitId)))
    throw notFound('organizational unit');
  return { role, unitId, ...(await readDemands(database, demands)) };
}

/** Networks with bits beyond their prefix are mistakes: 10.0.0.1/8 could mean one address or all of 10. */
async function readDemands(database: Queryable, demands: Demands): Promise<Demands> {
  for (const field of ['peopleNetworks', 'tokenNetworks', 'applicationNetworks'] as const) {
    const read = await selectNetworks(database, demands[field] ?? []);
    const wrong = read.find(
      ({ given, network }) => base(given) !== base(network) && !isSame(given, network),
    );
    if (wrong) {
      throw badField(
        `body.${field}`,
        say('noNetwork', { given: wrong.given, network: wrong.network }),
      );
    }
    if (demands[field])
      demands = {
        ...demands,
        [field]: [...new Set(read.map(({ network }) => plainNetwork(network)))],
      };
  }
  return { ...demands, freshProofFor: [...new Set(demands.freshProofFor)] };
}

const base = (network: string) => network.toLowerCase().split('/', 1)[0];

/** Whether they differ only in how an IPv6 address is abbreviated. */
function isSame(given: string, network: string): boolean {
  const hostOf = (written: string) => new URL(`http://[${base(written)}]`).host;
  return given.includes(':') && hostOf(given) === hostOf(network);
}

function requireEverywhere(caller: Caller): void {
  if (caller.scope('roles:write') !== 'all') throw forbidden(say('rulesApplyEverywhere'));
}

async function changing(
  context: ServiceContext,
  change: (transaction: Queryable) => Promise<string>,
): Promise<SignInRule> {
  const rule = await context.database.transaction(async (transaction) => {
    await lockRules(transaction);
    const id = await change(transaction);
    return selectWholeRule(transaction, id);
  });
  applyAtOnce(context);
  if (!rule) throw notFound('sign-in rule');
  return shownRule(rule);
}

/** On this worker; others follow within a second. */
function applyAtOnce({
  signInRules,
  sessionCache,
}: Pick<ServiceContext, 'signInRules' | 'sessionCache'>): void {
  signInRules.invalidate();
  sessionCache.invalidateAll();
}

export function shownRule(rule: WholeRule): SignInRule {
  const { unitId: _, ...shown } = rule;
  return shown;
}

function shownInEvent({
  role,
  unitId,
  idleMinutes,
  absoluteMinutes,
  maxSessions,
  passkeyRequired,
  trustedDeviceDays,
  peopleNetworks,
  tokenNetworks,
  applicationNetworks,
  freshProofFor,
}: Omit<RuleRow, 'id'>) {
  return {
    role,
    organizationalUnitId: unitId,
    idleMinutes,
    absoluteMinutes,
    maxSessions,
    passkeyRequired,
    trustedDeviceDays,
    peopleNetworks,
    tokenNetworks,
    applicationNetworks,
    freshProofFor,
  };
}
