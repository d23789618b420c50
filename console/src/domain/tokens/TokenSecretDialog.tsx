import { firstCall } from '../../ui/copy-as/code-of-call.ts';
import { CopyBlock } from '../../ui/secrets/CopyBlock.tsx';
import { SecretDialog } from '../../ui/secrets/SecretDialog.tsx';
import type { IssuedToken } from './issue-token.ts';
import { useTokenSecretTexts } from './token-secret.texts.ts';

interface TokenSecretDialogProps {
  issued: IssuedToken;
  hint: string;
  texts: { tokenCreated: string; token: string; tryIt: string };
  onClose: () => void;
}

/**
 * Shows a new token once, with a command that tries it. If it is not recognized, the response of the service takes its
 * place.
 */
export function TokenSecretDialog({ issued, hint, texts, onClose }: TokenSecretDialogProps) {
  const t = useTokenSecretTexts();
  const { token, response = '' } = issued;
  if (token === undefined)
    return (
      <SecretDialog
        title={t.response}
        hint={t.notRecognized}
        label={t.response}
        secret={response}
        onClose={onClose}
      />
    );
  return (
    <SecretDialog
      title={texts.tokenCreated}
      hint={hint}
      label={texts.token}
      secret={token}
      onClose={onClose}
    >
      <CopyBlock label={texts.tryIt} value={firstCall(token)} />
      {response !== '' && <CopyBlock label={t.response} value={response} />}
    </SecretDialog>
  );
}
