import { Button } from '@mantine/core';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { copyText } from '../../../ui/ids/copy-text.ts';
import { jsonText } from '../../../platform/json-values/json-values.ts';
import { useEditTexts } from './edit.texts.ts';
import { trimReferences, type ObjectDraft } from './object-draft.ts';
import { closingReason, staleWrite } from './write-errors.ts';
import classes from './ObjectForm.module.css';

interface WriteRefusedProps {
  error: Error | null;
  /** Whether the fields already show the whole error. */
  placed: boolean;
  draft: ObjectDraft;
}

/** Why a write was rejected; if nothing can be written any more, with a way to copy the draft. */
export function WriteRefused({ error, placed, draft }: WriteRefusedProps) {
  const t = useEditTexts();
  if (!error || placed || staleWrite(error)?.current) return null;
  const closed = closingReason(error);
  if (!closed) return <ErrorPanel title={t.notSaved} error={error} />;
  const { reading, references } = draft;
  async function keep() {
    const text = jsonText({
      objectData: reading.ok ? reading.value : {},
      references: trimReferences(references),
    });
    const copied = await copyText(text);
    showToast(copied ? { message: t.dataCopied } : { message: t.dataNotCopied, failed: true });
  }
  return (
    <div className={classes.closed} role="alert">
      <strong>{closed === 'ended' ? t.endedMeanwhile : t.archivedMeanwhile}</strong>
      <p>{closed === 'ended' ? t.endedMeanwhileHint : t.archivedMeanwhileHint}</p>
      <Button size="xs" variant="default" onClick={() => void keep()}>
        {t.copyData}
      </Button>
    </div>
  );
}
