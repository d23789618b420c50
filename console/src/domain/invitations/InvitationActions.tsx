import { useRef } from 'react';
import {
  type Invitation,
  resendInvitation,
  withdrawInvitation,
} from '@annals/contracts/user-administration';
import { call } from '../../platform/api/call.ts';
import { oneByOne } from '../../ui/bulk/bulk-result.ts';
import { BulkResults } from '../../ui/bulk/BulkResults.tsx';
import { useBulk } from '../../ui/bulk/useBulk.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { invalidateUsers } from '../users/invalidate-users.ts';
import { useInvitationActionTexts } from './invitation-actions.texts.ts';

interface InvitationActProps {
  invitations: readonly Invitation[];
  /** Clears the selection. */
  clear: () => void;
  onClose: () => void;
}

/** Sends the welcome mail again, with a new link. */
export function ResendInvitations(props: InvitationActProps) {
  const t = useInvitationActionTexts();
  const { length: count } = props.invitations;
  return (
    <AskThenAct
      {...props}
      act={({ id }) => call(resendInvitation, { params: { invitationId: id } })}
      filename="resent-invitations"
      words={{
        title: t.resendTitle(count),
        question: t.resendQuestion,
        confirm: t.resend,
        failed: t.notResent,
        doing: t.resending,
        done: t.resent,
      }}
    />
  );
}

/** Withdraws invitations. */
export function WithdrawInvitations(props: InvitationActProps) {
  const t = useInvitationActionTexts();
  const { length: count } = props.invitations;
  return (
    <AskThenAct
      {...props}
      act={({ id }) => call(withdrawInvitation, { params: { invitationId: id } })}
      filename="withdrawn-invitations"
      danger
      words={{
        title: t.withdrawTitle(count),
        question: t.withdrawQuestion,
        confirm: t.withdraw,
        failed: t.notWithdrawn,
        doing: t.withdrawing,
        done: t.withdrawn,
      }}
    />
  );
}

interface AskThenActProps extends InvitationActProps {
  act: (invitation: Invitation) => Promise<unknown>;
  filename: string;
  danger?: boolean;
  words: {
    title: string;
    question: string;
    confirm: string;
    failed: string;
    doing: string;
    done: (email: string) => string;
  };
}

/** Acts after confirmation: on one with a toast, on several with a result for each. */
function AskThenAct({
  invitations,
  clear,
  onClose,
  act,
  filename,
  danger = false,
  words,
}: AskThenActProps) {
  const bulk = useBulk<Invitation>();
  const started = useRef(false);
  const [first] = invitations;
  const one = invitations.length === 1 ? first : undefined;
  const end = () => {
    clear();
    void invalidateUsers();
    onClose();
  };
  const reportDone = () => {
    if (one) {
      showToast({ message: words.done(one.email) });
      end();
      return;
    }
    started.current = true;
    bulk.start({
      title: words.doing,
      items: invitations,
      size: 1,
      name: ({ email }) => email,
      act: oneByOne(act),
    });
  };
  if (bulk.run) return <BulkResults bulk={bulk} filename={filename} onClose={end} />;
  return (
    <ConfirmDialog
      title={words.title}
      question={words.question}
      touches={invitations.map(({ email }) => email)}
      confirm={words.confirm}
      failed={words.failed}
      danger={danger}
      act={async () => {
        if (one) await act(one);
      }}
      onDone={reportDone}
      // The dialog also closes on success, when the results replace it.
      onClose={() => !started.current && onClose()}
    />
  );
}
