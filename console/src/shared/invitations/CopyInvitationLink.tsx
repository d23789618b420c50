import { useRef, useState } from 'react';
import { type Invitation, makeInvitationLink } from '@annals/contracts/user-administration';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../confirm/ConfirmDialog.tsx';
import { withReauthentication } from '../reauthentication/reauthentication.ts';
import { SecretDialog } from '../secrets/SecretDialog.tsx';
import { invalidateUsers } from '../users/invalidate-users.ts';
import { useInvitationActionTexts } from './invitation-actions.texts.ts';

interface CopyInvitationLinkProps {
  invitation: Invitation;
  onClose: () => void;
}

/** Creates a new invitation link, shown once. */
export function CopyInvitationLink({ invitation, onClose }: CopyInvitationLinkProps) {
  const t = useInvitationActionTexts();
  const [link, setLink] = useState<string>();
  const made = useRef(false);
  const { id, email } = invitation;
  if (link !== undefined)
    return (
      <SecretDialog
        title={t.linkMade}
        hint={t.linkHint(email)}
        label={t.link}
        secret={link}
        onClose={() => {
          void invalidateUsers();
          onClose();
        }}
      />
    );
  return (
    <ConfirmDialog
      title={t.linkTitle}
      question={t.linkQuestion(email)}
      confirm={t.makeLink}
      failed={t.linkNotMade}
      act={() =>
        withReauthentication(() => call(makeInvitationLink, { params: { invitationId: id } }))
      }
      onDone={(answer) => {
        made.current = true;
        setLink(answer.link);
      }}
      // The dialog also closes on success, when the link replaces it.
      onClose={() => !made.current && onClose()}
    />
  );
}
