import { useAppState } from '../../api/state.ts';
import { CopyBlock } from '../../shared/secrets/CopyBlock.tsx';
import { SecretDialog } from '../../shared/secrets/SecretDialog.tsx';
import { useTokenTexts } from './tokens.texts.ts';

interface NewTokenSecretProps {
  token: string;
  onClose: () => void;
}

/** Shows the new token once, with a command that tries it. */
export function NewTokenSecret({ token, onClose }: NewTokenSecretProps) {
  const t = useTokenTexts();
  const origin = useAppState(({ env }) => env?.AUTHENTICATION_ENDPOINT);
  return (
    <SecretDialog title={t.made} hint={t.store} label={t.token} secret={token} onClose={onClose}>
      {origin !== undefined && (
        <CopyBlock
          label={t.tryIt}
          value={`curl -H 'X-Akarion-Api-Token: ${token}' ${origin}/v1/users/current`}
        />
      )}
    </SecretDialog>
  );
}
