import type { ApprovingRole } from '@annals/contracts/change-policy';
import { say } from '@annals/contracts/messages';
import { Problem } from '@annals/kit/problem';

/** A rule as it is stored. */
export interface ChangeRule {
  /** Null: all types that no other rule names. */
  types: string[] | null;
  approvals: number;
  approvers: { roles: ApprovingRole[]; userIds: string[] };
  reasonRequired: boolean;
  /** Only signed approvals count. */
  signatureRequired: boolean;
}

/** The part of a rule that an append has to satisfy. */
export type AppendRule = Pick<ChangeRule, 'types' | 'approvals' | 'reasonRequired'>;

/** The rule that applies to objects of a type. */
export const ruleFor = <Rule extends Pick<ChangeRule, 'types'>>(
  rules: readonly Rule[],
  type: string,
): Rule | undefined =>
  rules.find(({ types }) => types?.includes(type)) ?? rules.find(({ types }) => types === null);

/** Null if every write satisfies the rules. */
export function appendRulesOf(rules: readonly ChangeRule[]): AppendRule[] | null {
  if (!rules.some(({ approvals, reasonRequired }) => approvals > 0 || reasonRequired)) return null;
  return rules.map(({ types, approvals, reasonRequired }) => ({
    types,
    approvals,
    reasonRequired,
  }));
}

/** A version to be written. */
interface Write {
  type: string;
  reason?: string | null | undefined;
  /** The set that it is committed with, whose approvals are checked in the same transaction. */
  changeSetId?: string | null | undefined;
}

/** A write that the rules of its partition do not allow. */
export class RuleViolation extends Problem {}

/** @throws RuleViolation 409 change_set_required, 400 reason_required */
export function requireAllowedByRules(
  rules: readonly AppendRule[] | null,
  { type, reason, changeSetId }: Write,
): void {
  if (rules === null || changeSetId) return;
  const rule = ruleFor(rules, type);
  if (!rule) return;
  if (rule.approvals > 0) throw changeSetRequired(type);
  if (rule.reasonRequired && !reason)
    throw new RuleViolation(400, 'reason_required', say('reasonNeeded', { type }));
}

/** @throws RuleViolation 409 for erasing from objects whose changes need approvals: a change set cannot erase */
export function requireErasable(rules: readonly AppendRule[] | null, type: string): void {
  const rule = rules && ruleFor(rules, type);
  if (rule && rule.approvals > 0)
    throw new RuleViolation(409, 'change_set_required', say('erasingNotApprovable', { type }));
}

const changeSetRequired = (type: string) =>
  new RuleViolation(409, 'change_set_required', say('approvalNeeded', { type }));

/**
 * A rule as callers see it.
 * @param names of the users that it names, in order; null for an unknown one
 */
export function ruleOf(
  {
    types,
    approvals,
    approvers: { roles, userIds },
    reasonRequired,
    signatureRequired,
  }: ChangeRule,
  names: readonly (string | null)[],
) {
  return {
    types,
    approvals,
    approvers: {
      roles,
      users: userIds.map((userId, place) => ({ userId, name: names[place] ?? null })),
    },
    reasonRequired,
    signatureRequired,
  };
}
