import { IconCircleCheck, IconSignature } from '@tabler/icons-react';
import type { SignatureMeaning, SignatureMethod } from '@annals/contracts/signatures';
import { shownName } from '../../ui/ids/display-names.ts';
import { Moment } from '../../platform/time/Moment.tsx';
import classes from './ApprovalLine.module.css';
import { useApprovalTexts } from './approval.texts.ts';

export interface ShownApproval {
  userId: string;
  name: string | null;
  date: string;
  /** Null without a signature. */
  signature: { meaning: SignatureMeaning; method: SignatureMethod } | null;
}

interface ApprovalLineProps {
  approval: ShownApproval;
  /** Whether to point out a missing signature. */
  saysUnsigned?: boolean;
}

/** "Approved by Mira Master on 2 May 2026, 10:14 – is responsible for it – signed with a passkey". */
export function ApprovalLine({ approval, saysUnsigned = false }: ApprovalLineProps) {
  const t = useApprovalTexts();
  const { userId, name, date, signature } = approval;
  const Icon = signature ? IconSignature : IconCircleCheck;
  const rest = signature
    ? [t.meanings[signature.meaning], t.methods[signature.method]]
    : saysUnsigned
      ? [t.unsigned]
      : [];
  return (
    <span className={classes.approval}>
      <Icon className={classes.mark} size={16} aria-hidden />
      <span>
        {t.approvedBy} <bdi>{shownName(name, userId)}</bdi> {t.on} <Moment value={date} absolute />
        {rest.map((words) => ` – ${words}`)}
      </span>
    </span>
  );
}
