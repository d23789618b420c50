import { firstCall } from '../copy-as/code-of-call.ts';
import { CopyBlock } from '../secrets/CopyBlock.tsx';
import { SecretDialog } from '../secrets/SecretDialog.tsx';

interface TokenSecretDialogProps {
  token: string;
  hint: string;
  texts: { tokenCreated: string; token: string; tryIt: string };
  onClose: () => void;
}

/** Shows a new token once, with a command that tries it. */
export function TokenSecretDialog({ token, hint, texts, onClose }: TokenSecretDialogProps) {
  return (
    <SecretDialog
      title={texts.tokenCreated}
      hint={hint}
      label={texts.token}
      secret={token}
      onClose={onClose}
    >
      <CopyBlock label={texts.tryIt} value={firstCall(token)} />
    </SecretDialog>
  );
}
