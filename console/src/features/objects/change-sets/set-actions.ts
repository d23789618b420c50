import type { ChangeSetAction } from '@annals/contracts/change-set';
import type { SetTexts } from './change-set.texts.ts';

/** The actions that have a button. */
export type SetAction = Exclude<ChangeSetAction, 'COMMENT' | 'MANAGE' | 'ASK_REVIEWERS'>;

export function labelOf(action: SetAction, t: SetTexts): string {
  const labels: Record<SetAction, string> = {
    COMMIT: t.commit,
    APPROVE: t.approve,
    SIGN: t.sign,
    SUBMIT: t.submit,
    REOPEN: t.reopen,
    REQUEST_CHANGES: t.requestChanges,
    EDIT: t.editDetails,
    WITHDRAW: t.withdraw,
    REVERT: t.revert,
    BREAK_GLASS: t.breakGlass,
    DELETE: t.remove,
  };
  return labels[action];
}
