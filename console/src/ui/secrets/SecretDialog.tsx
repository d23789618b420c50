import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { registerUnsaved } from '../../platform/unsaved.ts';
import { Dialog } from '../states/Dialog.tsx';
import { CopyBlock } from './CopyBlock.tsx';
import classes from './SecretDialog.module.css';
import { useSecretTexts } from './secrets.texts.ts';

interface SecretDialogProps {
  title: string;
  /** The kind of secret: "API token". */
  label: string;
  secret: string;
  /** Further information, rendered before it. */
  hint?: ReactNode;
  /** Rendered below it, for example a `CopyBlock` with a command that uses it. */
  children?: ReactNode;
  onClose: () => void;
}

/**
 * Shows a secret once. The dialog closes only after copying it or confirming that it is stored; Escape, a click
 * outside, Back and closing the tab ask first.
 */
export function SecretDialog({ title, label, secret, hint, children, onClose }: SecretDialogProps) {
  const t = useSecretTexts();
  const [copied, setCopied] = useState(false);
  const isStored = useRef(false);
  useBlocker({
    shouldBlockFn: () => !isStored.current,
    enableBeforeUnload: false,
  });
  useEffect(
    () =>
      registerUnsaved({
        isUnsaved: () => !isStored.current,
        discard: () => {
          isStored.current = true;
        },
      }),
    [],
  );
  return (
    <Dialog title={title} onClose={onClose} form size="lg">
      <div className={classes.content}>
        {hint !== undefined && <div>{hint}</div>}
        <p className={classes.once}>{t.onlyOnce}</p>
        <CopyBlock label={label} value={secret} onCopied={() => setCopied(true)} first />
        {children}
        <div className={classes.buttons}>
          <Button
            variant={copied ? 'filled' : 'default'}
            onClick={() => {
              isStored.current = true;
              onClose();
            }}
          >
            {copied ? t.done : t.stored}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
