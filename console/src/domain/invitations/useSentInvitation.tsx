import { trimInvisible } from '@annals/contracts/unseen-characters';
import { useState, type ReactNode } from 'react';
import { showToast } from '../../ui/feedback/toasts.ts';
import { invalidateUsers } from '../users/invalidate-users.ts';
import type { Invited } from './invitation.ts';
import { useInvitationTexts } from './invitations.texts.ts';
import { MembershipsFailed } from './MembershipsFailed.tsx';

/** What follows an invitation: a message, or in place of the form the memberships that failed. */
export function useSentInvitation(onClose: () => void): {
  failures: ReactNode;
  onSaved: (invited: Invited, values: { email: string }) => void;
} {
  const t = useInvitationTexts();
  const [incomplete, setIncomplete] = useState<Invited & { email: string }>();
  return {
    failures: incomplete && (
      <MembershipsFailed
        userId={incomplete.user.id}
        email={incomplete.email}
        failed={incomplete.failed}
        onClose={onClose}
      />
    ),
    onSaved: ({ user, failed }, values) => {
      void invalidateUsers();
      const email = trimInvisible(values.email);
      if (failed.length > 0) {
        setIncomplete({ user, failed, email });
        return;
      }
      showToast({ message: t.sent(email) });
      onClose();
    },
  };
}
