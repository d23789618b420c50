import { Button } from '@mantine/core';
import type { ChangeSet } from '@annals/contracts/change-set';
import { useChangeSetTexts } from '../../../domain/change-sets/change-sets.texts.ts';
import { approversText, typesText } from '../../../domain/change-sets/rule-sentences.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { shownName } from '../../../ui/ids/display-names.ts';
import classes from './ChangeSet.module.css';
import { useSetTexts } from './change-set.texts.ts';
import { nextText } from './next-text.ts';

interface NextStepProps {
  set: ChangeSet;
  /** The number of changes that cannot be committed as they are. */
  broken: number;
  onlyBroken: boolean;
  onOnlyBroken: (only: boolean) => void;
}

/** The state in plain words, what is still required, and what is in the way. */
export function NextStep({ set, broken, onlyBroken, onOnlyBroken }: NextStepProps) {
  const t = useSetTexts();
  const { reason, committed, requirements } = set;
  const isOpen = set.state !== 'COMMITTED' && set.state !== 'WITHDRAWN';
  return (
    <div className={classes.next}>
      <p className={classes.question}>
        {nextText(set, t)}
        {set.autoCommit && isOpen && ` ${t.autoCommit}`}
      </p>
      {set.state === 'CHANGES_REQUESTED' && <Request set={set} />}
      {committed?.breakGlassReason && (
        <Notice>
          {t.withoutApprovals(shownName(committed.userName, committed.userId))} {t.why}{' '}
          {committed.breakGlassReason}
        </Notice>
      )}
      {isOpen && <Requirements set={set} />}
      {set.approvalBlock && <ApprovalBlock block={set.approvalBlock} />}
      {isOpen && !reason && requirements.some(({ reasonRequired }) => reasonRequired) && (
        <Notice>{t.reasonMissing}</Notice>
      )}
      {broken > 0 && (
        <Notice>
          {t.broken(broken)}{' '}
          <Button size="compact-xs" variant="default" onClick={() => onOnlyBroken(!onlyBroken)}>
            {onlyBroken ? t.showAll : t.onlyBroken}
          </Button>
        </Notice>
      )}
    </div>
  );
}

/** What the last reviewer who requested changes has said. */
function Request({ set: { reviews } }: { set: ChangeSet }) {
  const t = useSetTexts();
  const last = reviews.find(({ decision }) => decision === 'CHANGES_REQUESTED');
  if (!last?.comment) return null;
  return (
    <blockquote className={classes.request}>
      <span className={classes.quiet}>
        {shownName(last.userName, last.userId)} {t.decisions.CHANGES_REQUESTED}
      </span>
      <p className={classes.reviewComment}>{last.comment}</p>
    </blockquote>
  );
}

/** Which approvals the policy requires, and which of them are there. */
function Requirements({ set: { requirements } }: { set: ChangeSet }) {
  const t = useSetTexts();
  const words = useChangeSetTexts();
  const required = requirements.filter(({ approvals }) => approvals > 0);
  if (required.length === 0) return null;
  return (
    <ul className={classes.requirements}>
      {required.map((requirement) => {
        const { given, approvals, satisfied, signatureRequired } = requirement;
        const types = typesText(words, requirement, requirements.length === 1);
        return (
          <li key={types} data-satisfied={satisfied}>
            {satisfied
              ? t.fulfilled(given, types)
              : t.missing(
                  approvals - given,
                  signatureRequired,
                  approversText(words, requirement),
                  types,
                )}
          </li>
        );
      })}
    </ul>
  );
}

/** Why the viewer cannot approve the set, and who can. */
function ApprovalBlock({
  block: { tokensOf, approvers },
}: {
  block: NonNullable<ChangeSet['approvalBlock']>;
}) {
  const t = useSetTexts();
  const namesOf = (users: typeof approvers) =>
    users.map(({ userId, name }) => shownName(name, userId)).join(', ');
  return (
    <Notice>
      {t.tokenIssued(namesOf(tokensOf))}{' '}
      {approvers.length > 0 ? t.approversInstead(namesOf(approvers)) : t.noApprovers}
    </Notice>
  );
}
