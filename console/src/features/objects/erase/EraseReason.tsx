import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { showToast } from '../../../shared/feedback/toasts.ts';
import { AskForm } from '../../../shared/forms/AskForm.tsx';
import { LeaveDialog } from '../../../shared/forms/LeaveDialog.tsx';
import { assignFieldErrors } from '../../../shared/forms/service-errors.ts';
import { useLeaveGuard } from '../../../shared/forms/useLeaveGuard.ts';
import { shortenId } from '../../../shared/ids/display-names.ts';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { Dialog } from '../../../shared/states/Dialog.tsx';
import { useEraseReason, useEraseReasonPreview } from './erase-calls.ts';
import { useEraseTexts } from './erase.texts.ts';
import classes from './Erase.module.css';
import { ErasePreview } from './ErasePreview.tsx';
import { ReceiptFields, type ReceiptTexts } from './ReceiptFields.tsx';

interface EraseReasonProps {
  partitionId: string;
  version: ObjectVersion;
  onClose: () => void;
}

/** The dialog that erases the reason of a version permanently: why, then a preview, then the erasure. */
export function EraseReason({ partitionId, version, onClose }: EraseReasonProps) {
  const t = useEraseTexts();
  // The version is read again once it is erased.
  const [{ id, reason: erasedReason = '' }] = useState(version);
  const [texts, setTexts] = useState<ReceiptTexts>({ reason: '', legalBasis: '' });
  const [tried, setTried] = useState(false);
  const previewing = useEraseReasonPreview(partitionId, id);
  const erase = useEraseReason(partitionId, id);
  const sent = useRef(false);
  const guard = useLeaveGuard(() => texts.reason !== '' || texts.legalBasis !== '');
  const title = titleOf(version);
  const typed = [title === shortenId(id) ? id : title, id] as const;
  const told = assignFieldErrors(previewing.error, ['reason', 'legalBasis']);
  const complete = texts.reason.trim() !== '' && texts.legalBasis.trim() !== '';
  const { data: preview } = previewing;
  const quote = <blockquote className={classes.quote}>{erasedReason}</blockquote>;
  return (
    <Dialog
      title={preview ? t.previewTitle : t.reasonTitle(title)}
      onClose={onClose}
      form
      size="min(640px, 96vw)"
    >
      {preview ? (
        <ErasePreview
          extent={
            preview.versionCount === 0
              ? undefined
              : t.reasonExtent(preview.versionCount, preview.timelineCount)
          }
          gone={t.reasonGone}
          typed={typed}
          pending={erase.isPending}
          error={erase.error}
          onBack={() => {
            erase.reset();
            previewing.reset();
          }}
          onErase={() => {
            // State updates too late: a second Enter comes before the next render.
            if (sent.current) return;
            sent.current = true;
            erase.mutate(texts, {
              onSuccess: ({ first, last, versionCount }) => {
                showToast({
                  message: first === 0 ? t.nothingDone : t.reasonDone(first, last, versionCount),
                });
                guard.release();
                onClose();
              },
              onError: () => {
                sent.current = false;
              },
            });
          }}
        >
          {quote}
        </ErasePreview>
      ) : (
        <AskForm
          className={classes.form}
          refused={previewing.error}
          onSubmit={() => {
            setTried(true);
            if (complete && !previewing.isPending) previewing.mutate(texts);
            return complete;
          }}
        >
          {quote}
          <p className={classes.text}>{t.reasonWhere}</p>
          <ReceiptFields
            value={texts}
            tried={tried}
            errors={told.fields}
            repeats={(text) => repeats(erasedReason ?? '', text)}
            onChange={(next) => {
              // Errors of the service apply to the previous input only.
              previewing.reset();
              setTexts(next);
            }}
          />
          {previewing.error !== null && told.rest !== undefined && (
            <ErrorPanel title={t.notPreviewed} error={told.rest} />
          )}
          <div className={classes.buttons}>
            <Button
              variant="default"
              disabled={previewing.isPending}
              onClick={() => guard.ask(onClose)}
            >
              {t.cancel}
            </Button>
            <Button type="submit" loading={previewing.isPending}>
              {t.preview}
            </Button>
          </div>
        </AskForm>
      )}
      <LeaveDialog guard={guard} />
    </Dialog>
  );
}

const repeats = (erased: string, text: string): boolean =>
  erased.trim() !== '' && text.toLowerCase().includes(erased.trim().toLowerCase());
