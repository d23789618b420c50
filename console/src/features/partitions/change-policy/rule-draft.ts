import type { CallInput } from '@annals/contracts/endpoint';
import type { ChangePolicy, ChangeRule, putChangePolicy } from '@annals/contracts/change-policy';
import type { PickedMember } from '../../../domain/change-sets/MemberPicker.tsx';

/** The values of a rule in the form. */
export interface RuleDraft {
  /** The React key. */
  readonly key: number;
  readonly isForAll: boolean;
  readonly types: readonly string[];
  readonly approvals: number;
  readonly owners: boolean;
  readonly editors: boolean;
  readonly users: readonly PickedMember[];
  readonly reasonRequired: boolean;
  /** Applies to each approval. */
  readonly signatureRequired: boolean;
}

export interface PolicyValues {
  rules: readonly RuleDraft[];
  breakGlass: boolean;
}

export function valuesOf({ rules, breakGlass }: ChangePolicy): PolicyValues {
  return {
    breakGlass,
    rules: rules.map(({ types, approvals, approvers, reasonRequired, signatureRequired }, key) => ({
      key,
      isForAll: types === null,
      types: types ?? [],
      approvals,
      owners: approvers.roles.includes('OWNER'),
      editors: approvers.roles.includes('EDITOR'),
      users: approvers.users.map(({ userId, name }) => ({ id: userId, name })),
      reasonRequired,
      signatureRequired,
    })),
  };
}

/** A new rule; the first one applies to all types. */
export function newRule(rules: readonly RuleDraft[]): RuleDraft {
  return {
    key: Math.max(-1, ...rules.map(({ key }) => key)) + 1,
    isForAll: !rules.some(({ isForAll }) => isForAll),
    types: [],
    approvals: 1,
    owners: true,
    editors: false,
    users: [],
    reasonRequired: false,
    signatureRequired: false,
  };
}

/** The rule for its summary in words. */
export function ruleOf(draft: RuleDraft): ChangeRule {
  const { isForAll, types, approvals, users, reasonRequired, signatureRequired } = draft;
  return {
    types: isForAll ? null : [...types],
    approvals,
    approvers: {
      roles: rolesOf(draft),
      users: users.map(({ id, name }) => ({ userId: id, name })),
    },
    reasonRequired,
    // Without approvals there are no signatures.
    signatureRequired: signatureRequired && approvals > 0,
  };
}

export function toPolicyBody({
  rules,
  breakGlass,
}: PolicyValues): CallInput<typeof putChangePolicy>['body'] {
  return {
    breakGlass,
    rules: rules.map((draft) => {
      const { approvers, ...rule } = ruleOf(draft);
      const userIds = approvers.users.map(({ userId }) => userId);
      return { ...rule, approvers: { roles: approvers.roles, userIds } };
    }),
  };
}

type PolicyError = 'typesNeeded' | 'approversNeeded' | 'onlyOneForAll';

/** The first validation error of the rules; null if they are valid. */
export function errorOf(rules: readonly RuleDraft[]): PolicyError | null {
  if (rules.some(({ isForAll, types }) => !isForAll && types.length === 0)) return 'typesNeeded';
  if (rules.filter(({ isForAll }) => isForAll).length > 1) return 'onlyOneForAll';
  const hasApprovers = (rule: RuleDraft) => rolesOf(rule).length + rule.users.length > 0;
  return rules.some((rule) => rule.approvals > 0 && !hasApprovers(rule)) ? 'approversNeeded' : null;
}

function rolesOf({ owners, editors }: RuleDraft): ('EDITOR' | 'OWNER')[] {
  return [...(owners ? (['OWNER'] as const) : []), ...(editors ? (['EDITOR'] as const) : [])];
}
