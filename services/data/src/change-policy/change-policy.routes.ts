import { isDeepStrictEqual } from 'node:util';
import {
  changePolicyHistory,
  getChangePolicy,
  putChangePolicy,
} from '@annals/contracts/change-policy';
import { say } from '@annals/contracts/messages';
import type { Database, Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import { difference } from '@annals/kit/difference';
import { checkIfMatch } from '@annals/kit/etag';
import type { Mount } from '@annals/kit/mount';
import { badRequest, type FieldProblem } from '@annals/kit/problem';
import { findMembers } from '../members/members.sql.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import { lockToChange } from '../partitions/change-partition.ts';
import { ruleOf, type ChangeRule } from './change-rules.ts';
import * as table from './change-policy.sql.ts';

export function mountChangePolicy(mount: Mount, database: Database, trail: AuditTrail): void {
  mount(getChangePolicy, async ({ params: { partitionId }, query: { asOf }, queryable }) =>
    policyOf(await table.findPolicy(queryable, partitionId, databaseMoment(asOf))),
  );

  mount(changePolicyHistory, async ({ params: { partitionId }, query, queryable }) => {
    const range = table.policiesNewestFirst.rangeOf(query);
    const rows = await table.listPolicies(queryable, partitionId, range);
    return table.policiesNewestFirst.pageOf(rows, query, policyOf);
  });

  mount(putChangePolicy, async ({ params: { partitionId }, body, caller, request }) => {
    const policy = await database.transaction(async (transaction) => {
      await lockToChange(transaction, partitionId);
      const before = await table.findPolicy(transaction, partitionId);
      checkIfMatch(request, before.version, policyOf(before));
      await requireUsable(transaction, partitionId, body.rules);
      const { rules, breakGlass } = body;
      if (isDeepStrictEqual(before.rules, rules) && before.breakGlass === breakGlass)
        return policyOf(before);
      await table.insertPolicy(transaction, partitionId, { rules, breakGlass }, caller.userId);
      const after = await table.findPolicy(transaction, partitionId);
      const [was, is] = difference(shownInEvent(before), shownInEvent(after));
      await trail.record(transaction, { caller, request }, partitionId, {
        action: 'changePolicy.changed',
        before: was,
        after: is,
      });
      return policyOf(after);
    });
    return policy;
  });
}

const shownInEvent = ({ version, breakGlass, rules }: table.PolicyRow) => ({
  version,
  breakGlass,
  rules: rules.map(({ types, approvals, approvers, reasonRequired, signatureRequired }) => ({
    types,
    approvals,
    approverRoles: approvers.roles,
    approverIds: approvers.userIds,
    reasonRequired,
    signatureRequired,
  })),
});

/** @throws Problem 400 for rules that contradict each other, or that nobody could satisfy */
async function requireUsable(
  transaction: Queryable,
  partitionId: string,
  rules: readonly ChangeRule[],
): Promise<void> {
  const fields: FieldProblem[] = [];
  const named = new Set<string | null>();
  for (const [index, { types, approvals, approvers }] of rules.entries()) {
    const path = `body.rules.${index}`;
    for (const type of types ?? [null]) {
      if (named.has(type))
        fields.push({
          path: `${path}.types`,
          ...(type === null ? say('oneRuleForOthers') : say('ruleForTypeExists', { type })),
        });
      named.add(type);
    }
    const { roles, userIds } = approvers;
    if (approvals > 0 && roles.length === 0 && userIds.length === 0)
      fields.push({ path: `${path}.approvers`, ...say('nameApprovers') });
    if (roles.length === 0 && userIds.length > 0 && new Set(userIds).size < approvals)
      fields.push({
        path: `${path}.approvals`,
        ...say('tooFewApprovers'),
      });
    const found = await findMembers(
      transaction,
      userIds.map((userId) => ({ partitionId, userId })),
    );
    for (const [place, member] of found.entries())
      if (member?.role == null)
        fields.push({
          path: `${path}.approvers.userIds.${place}`,
          ...say('notAMember'),
        });
  }
  if (fields.length > 0) throw badRequest(say('rulesNotUsable'), fields.slice(0, 50));
}

function policyOf({ rules, names, ...row }: table.PolicyRow) {
  return { ...row, rules: rules.map((rule, place) => ruleOf(rule, names[place] ?? [])) };
}
