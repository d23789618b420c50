import { Button } from '@mantine/core';
import { product, productTitle } from '../../platform/api/product.ts';
import { downloadText } from '../../platform/downloads.ts';
import { expectSecret } from '../../ui/secrets/issued-secrets.ts';
import { SecretDialog } from '../../ui/secrets/SecretDialog.tsx';
import classes from './account.module.css';
import { useSecurityTexts } from './security.texts.ts';

interface RecoveryCodesProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows recovery codes once. */
function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesProps) {
  const t = useSecurityTexts();
  const text = codes.join('\n');
  const download = () =>
    downloadText(
      `${product}-recovery-codes.txt`,
      `${t.codesOf(productTitle)}\n\n${text}\n`,
      'text/plain',
    );
  return (
    <SecretDialog
      title={t.codesTitle}
      hint={t.codesHint}
      label={t.codes}
      secret={text}
      onClose={onClose}
    >
      <div className={classes.adding}>
        <Button size="xs" variant="default" onClick={download}>
          {t.download}
        </Button>
      </div>
    </SecretDialog>
  );
}

/** Like `expectSecret`, for a call that may return recovery codes: the first second factor comes with some. */
export function expectRecoveryCodes(): (codes: readonly string[] | undefined) => void {
  const showSecret = expectSecret();
  return (codes) => {
    if (codes) showSecret((close) => <RecoveryCodesDialog codes={codes} onClose={close} />);
  };
}
