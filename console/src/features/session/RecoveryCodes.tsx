import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { product, productTitle } from '../../platform/api/product.ts';
import { downloadText } from '../../platform/downloads.ts';
import { registerUnsaved } from '../../platform/unsaved.ts';
import { copyText } from '../../ui/ids/copy-text.ts';
import { useSecondFactorTexts } from './second-factor.texts.ts';
import classes from './SecondFactor.module.css';
import { Notice } from './SessionFrame.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  onStored: () => void;
}

/** Shows the recovery codes once, and confirms leaving without storing them. */
export function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  const t = useSecondFactorTexts();
  const [copied, setCopied] = useState<boolean>();
  useEffect(() => {
    let stored = false;
    return registerUnsaved({
      isUnsaved: () => !stored,
      discard: () => {
        stored = true;
      },
    });
  }, []);
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <p className={classes.words}>{t.recoveryCodesText}</p>
      <ul className={classes.codes} aria-label={t.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.keep}>
        <Button variant="default" onClick={() => void copyText(text).then(setCopied)}>
          {copied ? t.copied : t.copy}
        </Button>
        <Button
          variant="default"
          onClick={() =>
            downloadText(
              `${product}-recovery-codes.txt`,
              `${t.recoveryCodesOf(productTitle)}\n\n${text}`,
              'text/plain',
            )
          }
        >
          {t.download}
        </Button>
      </div>
      {copied === false && <Notice failure>{t.notCopied}</Notice>}
      <Button fullWidth size="md" onClick={onStored}>
        {t.iHaveStoredThem}
      </Button>
    </>
  );
}
