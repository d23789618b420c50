import { Button } from '@mantine/core';
import { useState } from 'react';
import { useErrorMessage } from '../../ui/feedback/error-message.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { type FailedMembership, addMemberships } from './invitation.ts';
import classes from './Invite.module.css';
import { useInvitationTexts } from './invitations.texts.ts';
import { useSingleMutation } from '../../ui/forms/useSingleMutation.ts';

interface MembershipsFailedProps {
  userId: string;
  email: string;
  failed: FailedMembership[];
  onClose: () => void;
}

/** The user is invited, but some memberships failed: which ones, and why. */
export function MembershipsFailed({ userId, email, failed, onClose }: MembershipsFailedProps) {
  const t = useInvitationTexts();
  const errorMessage = useErrorMessage();
  const [missing, setMissing] = useState(failed);
  const retry = useSingleMutation({
    mutationFn: () =>
      addMemberships(
        userId,
        missing.map(({ membership }) => membership),
      ),
    onSuccess: (still) => {
      setMissing(still);
      if (still.length > 0) return;
      showToast({ message: t.sent(email) });
      onClose();
    },
  });
  return (
    <Dialog title={t.membersFailedTitle(email)} onClose={onClose} form>
      <div className={classes.content}>
        <p className={classes.hint} role="alert">
          {t.membersFailed}
        </p>
        <ul className={classes.failures}>
          {missing.map(({ membership: { partition }, error }) => (
            <li key={partition.id}>
              <strong>{shownName(partition.partitionName, partition.id)}</strong>{' '}
              {errorMessage(error)}
            </li>
          ))}
        </ul>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t.close}
          </Button>
          <Button loading={retry.isPending} onClick={() => retry.mutate()}>
            {t.tryAgain}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
