import { CopyBlock } from '../../shared/secrets/CopyBlock.tsx';
import { SecretDialog } from '../../shared/secrets/SecretDialog.tsx';
import { firstCall } from '../../shared/copy-as/code-of-call.ts';
import { useTokenTexts } from './tokens.texts.ts';

interface NewTokenSecretProps {
  token: string;
  onClose: () => void;
}

/** Shows the new token once, with a command that tries it. */
export function NewTokenSecret({ token, onClose }: NewTokenSecretProps) {
  const t = useTokenTexts();
  return (
    <SecretDialog
      title={t.tokenCreated}
      hint={t.store}
      label={t.token}
      secret={token}
      onClose={onClose}
    >
      <CopyBlock label={t.tryIt} value={firstCall(token)} />
    </SecretDialog>
  );
}
