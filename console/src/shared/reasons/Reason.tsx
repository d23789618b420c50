import { IconMessage } from '@tabler/icons-react';
import classes from './Reason.module.css';
import { useReasonTexts } from './reason.texts.ts';

interface ReasonProps {
  text: string | null | undefined;
  /** For a row of fixed height. */
  oneLine?: boolean;
}

/** Why a version was written, as its author says; nothing where no reason was given. */
export function Reason({ text, oneLine = false }: ReasonProps) {
  const t = useReasonTexts();
  if (!text) return null;
  return (
    <span className={classes.reason} data-line={oneLine || undefined} title={text}>
      <IconMessage size={14} role="img" aria-label={t.reason} />
      <bdi>{text}</bdi>
    </span>
  );
}
