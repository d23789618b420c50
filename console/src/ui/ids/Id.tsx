import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useIsPrinting } from '../../platform/printing.ts';
import { copyText } from './copy-text.ts';
import classes from './Id.module.css';
import { useIdTexts } from './ids.texts.ts';
import { shortenId } from './display-names.ts';

const shownFor = 1500;

interface IdProps {
  value: string;
  /** Shows all characters if there is room. */
  full?: boolean;
}

/** An id in monospace, shortened in the middle; a click copies all of it. */
export function Id({ value, full = false }: IdProps) {
  const texts = useIdTexts();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();

  const printing = useIsPrinting();
  useEffect(() => {
    if (!outcome) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copyMessage =
    outcome === 'copied' ? texts.copied : outcome === 'refused' ? texts.notCopied : '';
  return (
    <span className={classes.id} data-id>
      <button
        type="button"
        className={classes.button}
        title={value}
        aria-label={texts.copy(value)}
        onClick={() => {
          void copyText(value).then((done) => setOutcome(done ? 'copied' : 'refused'));
        }}
      >
        <span className={classes.text} data-hidden={copyMessage !== '' || undefined}>
          {full || printing ? value : shortenId(value)}
        </span>
        <IconCopy className={classes.icon} size={14} stroke={1.75} aria-hidden />
      </button>
      <output className={classes.announcement}>
        {copyMessage}
        {outcome === 'copied' && <IconCheck size={14} stroke={1.75} aria-hidden />}
      </output>
    </span>
  );
}
