import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { copyText } from '../ids/copy-text.ts';
import classes from './CopyBlock.module.css';
import { useSecretTexts } from './secrets.texts.ts';

interface CopyBlockProps {
  label: string;
  /** Shown and copied completely; it may have several lines. */
  value: string;
  onCopied?: () => void;
  /** Takes the focus when its dialog opens. */
  first?: boolean;
}

/** A monospace text with a copy button. */
export function CopyBlock({ label, value, onCopied, first = false }: CopyBlockProps) {
  const t = useSecretTexts();
  const labelId = useId();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  const Icon = outcome === 'copied' ? IconCheck : IconCopy;
  return (
    <div className={classes.block} role="group" aria-labelledby={labelId}>
      <div className={classes.head}>
        <span id={labelId} className={classes.label}>
          {label}
        </span>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t.copyOf(label)}
          data-autofocus={first || undefined}
          leftSection={<Icon size={14} stroke={1.75} aria-hidden />}
          onClick={() => {
            void copyText(value).then((done) => {
              setOutcome(done ? 'copied' : 'refused');
              if (done) onCopied?.();
            });
          }}
        >
          {outcome === 'copied' ? t.copied : t.copy}
        </Button>
      </div>
      {/* A long text scrolls, and scrollable content must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <code className={classes.value} tabIndex={0}>
        {value}
      </code>
      <output className={classes.announcement} data-refused={outcome === 'refused' || undefined}>
        {outcome === 'copied' && t.copied}
        {outcome === 'refused' && t.notCopied}
      </output>
    </div>
  );
}
