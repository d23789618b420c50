import type { ResponseOf } from '@annals/contracts/endpoint';
import type { previewSignInRule } from '@annals/contracts/sign-in-rules';
import type { Caller } from '@annals/kit/caller';
import type { Actor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext, SignInRules } from '../context/service-context.ts';
import { readRule, type RuleSubject } from './change-rule.ts';
import { combineRules } from './combine-rules.ts';
import { findLockedOut } from './find-locked-out.ts';
import { changerOf, someMasterIsAble } from './keep-able-master.ts';
import {
  selectApplicationTokenAddresses,
  selectConcerned,
  selectRules,
  selectUsersToExamine,
  type Demands,
  type ExaminedUser,
} from './sign-in-rules.sql.ts';

const maxExamined = 10_000;
const maxShown = 100;

/** Whom a rule would lock out now: who can sign in under the present rules, and could not with it. */
export async function previewRule(
  { database }: ServiceContext,
  { actor, caller }: { actor: Actor; caller: Caller },
  body: RuleSubject & Demands,
): Promise<ResponseOf<typeof previewSignInRule>> {
  const rule = { id: '', ...(await readRule(database, caller, body)) };
  const now = actor.at;
  const present = await selectRules(database);
  const others = present.filter(({ role, unitId }) => role !== rule.role || unitId !== rule.unitId);
  const future = [...others, rule];
  const users = await selectUsersToExamine(database, rule, toTimestamp(now), maxExamined);
  const people = users
    .map((user) => {
      const before = findLockedOut(present, user);
      const reasons = findLockedOut(future, user).filter((reason) => !before.includes(reason));
      return { id: user.id, name: user.name, username: user.username, reasons };
    })
    .filter(({ reasons }) => reasons.length > 0);
  const applicationAddresses = await selectApplicationTokenAddresses(
    database,
    rule,
    toTimestamp(now),
  );
  const countLost = (of: (user: ExaminedUser, rules: SignInRules) => number) =>
    users.reduce((sum, user) => sum + Math.max(0, of(user, present) - of(user, future)), 0);
  const isMasterAble = (rules: SignInRules) =>
    someMasterIsAble(database, changerOf(actor), now, rules);
  const self = await selectConcerned(database, caller.userId);
  const from = actor.source.address;
  const isRefused = (rules: SignInRules) =>
    self !== undefined && !combineRules(rules, self).isAllowedFrom('peopleNetworks', from);
  return {
    refusedFrom: isRefused(future) && !isRefused(present) ? (from ?? '') : null,
    leavesNoMaster: !(await isMasterAble(future)) && (await isMasterAble(present)),
    people: people.slice(0, maxShown),
    peopleCount: people.length,
    concernedCount: users.length,
    sessionCount: countLost((user, rules) => countSessions(user, rules, now)),
    tokenCount:
      countLost((user, rules) => {
        const combined = combineRules(rules, user);
        return user.tokenAddresses.filter((address) =>
          combined.isAllowedFrom('tokenNetworks', address),
        ).length;
      }) +
      applicationAddresses.filter(
        (address) =>
          !combineRules([{ ...rule, role: null, unitId: null }], {
            roles: [],
            unitIds: [],
          }).isAllowedFrom('applicationNetworks', address),
      ).length,
  };
}

/** How many of a user's sessions go on under these rules. */
function countSessions(user: ExaminedUser, rules: SignInRules, now: number): number {
  const rule = combineRules(rules, user);
  return user.sessions.filter(
    ({ address, created, lastSeen }) =>
      Date.parse(created) + rule.absoluteMs > now &&
      Date.parse(lastSeen) + rule.idleMs > now &&
      rule.isAllowedFrom('peopleNetworks', address),
  ).length;
}
