import { IconMessage } from '@tabler/icons-react';
import { ErasedReason } from './ErasedReason.tsx';
import classes from './Reason.module.css';
import { useReasonTexts } from './reason.texts.ts';

interface ReasonProps {
  partitionId: string;
  /** A version, or its summary. */
  of: { reason?: string | null | undefined; reasonReceipt?: number | null | undefined } | undefined;
  /** For rows with a fixed height. */
  oneLine?: boolean;
}

/** The reason of a version, or who erased it; nothing without a reason. */
export function Reason({ partitionId, of, oneLine = false }: ReasonProps) {
  const t = useReasonTexts();
  const { reason: text, reasonReceipt } = of ?? {};
  if (!text && !reasonReceipt) return null;
  return (
    <span className={classes.reason} data-line={oneLine || undefined} title={text ?? undefined}>
      <IconMessage size={14} role="img" aria-label={t.reason} />
      {reasonReceipt ? (
        <ErasedReason partitionId={partitionId} receipt={reasonReceipt} />
      ) : (
        <bdi>{text}</bdi>
      )}
    </span>
  );
}
