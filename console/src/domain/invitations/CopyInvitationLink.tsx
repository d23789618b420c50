import { type Invitation, makeInvitationLink } from '@annals/contracts/user-administration';
import { call } from '../../platform/api/call.ts';
import { ConfirmDialog } from '../../ui/confirm/ConfirmDialog.tsx';
import { expectSecret } from '../../ui/secrets/issued-secrets.ts';
import { SecretDialog } from '../../ui/secrets/SecretDialog.tsx';
import { invalidateUsers } from '../users/invalidate-users.ts';
import { useInvitationActionTexts } from './invitation-actions.texts.ts';

interface CopyInvitationLinkProps {
  invitation: Invitation;
  onClose: () => void;
}

/** Creates a new invitation link, shown once. */
export function CopyInvitationLink({ invitation, onClose }: CopyInvitationLinkProps) {
  const t = useInvitationActionTexts();
  const { id, email } = invitation;
  const makeLink = async () => {
    const showSecret = expectSecret();
    const { link } = await call(makeInvitationLink, { params: { invitationId: id } });
    showSecret((close) => (
      <SecretDialog
        title={t.linkMade}
        hint={t.linkHint(email)}
        label={t.link}
        secret={link}
        onClose={close}
      />
    ));
  };
  return (
    <ConfirmDialog
      title={t.linkTitle}
      question={t.linkQuestion(email)}
      confirm={t.makeLink}
      failed={t.linkNotMade}
      act={makeLink}
      onDone={() => void invalidateUsers()}
      onClose={onClose}
    />
  );
}
