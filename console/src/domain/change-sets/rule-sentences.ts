import type { ChangePolicy, ChangeRule } from '@annals/contracts/change-policy';
import { shownName } from '../../ui/ids/display-names.ts';
import type { ChangeSetTexts } from './change-sets.texts.ts';

type Approvers = Pick<ChangeRule, 'approvers'>;

/** Who may approve: "owners, editors or Ada". */
export function approversText(
  t: ChangeSetTexts,
  { approvers: { roles, users } }: Approvers,
): string {
  const names = [
    ...roles
      .toSorted()
      .toReversed()
      .map((role) => t.roles[role]),
    ...users.map(({ userId, name }) => shownName(name, userId)),
  ];
  return listWords(names, t.or) || t.nobody;
}

/** The types of a rule: "PRODUCT and CATEGORY". */
export function typesText(t: ChangeSetTexts, { types }: ChangeRule, isOnly: boolean): string {
  if (types === null) return isOnly ? t.allTypes : t.allOtherTypes;
  return listWords(types, t.and);
}

/** The rules of a policy as sentences; the one for all other types comes last. */
export function policySentences(
  t: ChangeSetTexts,
  { rules, breakGlass }: Pick<ChangePolicy, 'rules' | 'breakGlass'>,
): string[] {
  if (rules.length === 0) return [t.noRules];
  const inOrder = rules.toSorted((one, other) => Number(!one.types) - Number(!other.types));
  const sentences = inOrder.map((rule) => ruleSentence(t, rule, rules.length === 1));
  return breakGlass ? [...sentences, t.breakGlassAllowed] : sentences;
}

function ruleSentence(t: ChangeSetTexts, rule: ChangeRule, isOnly: boolean): string {
  const types = typesText(t, rule, isOnly);
  if (rule.approvals === 0)
    return rule.reasonRequired ? t.ruleOnlyReason(types) : t.ruleNothing(types);
  const say = rule.reasonRequired ? t.ruleWithReason : t.rule;
  return say(types, t.approvalsOf(rule.approvals, rule.signatureRequired), approversText(t, rule));
}

function listWords(words: readonly string[], before: string): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${before} ${last}`;
}
