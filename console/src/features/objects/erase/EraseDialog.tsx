import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { showToast } from '../../../ui/feedback/toasts.ts';
import { LeaveDialog } from '../../../ui/forms/LeaveDialog.tsx';
import { useLeaveGuard } from '../../../ui/forms/useLeaveGuard.ts';
import { shortenId } from '../../../ui/ids/display-names.ts';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { Dialog } from '../../../ui/states/Dialog.tsx';
import { useEraseTexts } from './erase.texts.ts';
import { ErasePreview } from './ErasePreview.tsx';
import type { ReceiptTexts } from './ReceiptFields.tsx';

interface EraseDialogProps<Input extends ReceiptTexts, Preview, Answer> {
  version: ObjectVersion;
  title: (object: string) => string;
  input: Input;
  previewing: UseMutationResult<Preview, Error, Input>;
  erase: UseMutationResult<Answer, Error, Input>;
  /** The extent of the erasure; undefined when nothing is left to erase. */
  extent: (preview: Preview) => string | undefined;
  /** Where it is erased from, and what stays. */
  gone: string;
  /** What is erased. */
  shown: ReactNode;
  /** The message after the erasure. */
  done: (answer: Answer) => string;
  /** Renders the form for the input of the preview. */
  renderForm: (onCancel: () => void) => ReactNode;
  onClose: () => void;
}

/** The dialog of every erasure: a form, then a preview, then the erasure. */
export function EraseDialog<Input extends ReceiptTexts, Preview, Answer>({
  version,
  title,
  input,
  previewing,
  erase,
  extent,
  gone,
  shown,
  done,
  renderForm,
  onClose,
}: EraseDialogProps<Input, Preview, Answer>) {
  const t = useEraseTexts();
  const sent = useRef(false);
  const guard = useLeaveGuard(() => input.reason !== '' || input.legalBasis !== '');
  // The title may be erased too, so it is read before.
  const name = titleOf(version);
  const { id } = version;
  const preview = previewing.data;
  return (
    <Dialog
      title={preview ? t.previewTitle : title(name)}
      onClose={onClose}
      form
      size="min(640px, 96vw)"
    >
      {preview ? (
        <ErasePreview
          extent={extent(preview)}
          gone={gone}
          typed={[name === shortenId(id) ? id : name, id]}
          pending={erase.isPending}
          error={erase.error}
          onBack={() => {
            erase.reset();
            previewing.reset();
          }}
          onErase={() => {
            // A second Enter can arrive before the next render, so state would be too late.
            if (sent.current) return;
            sent.current = true;
            erase.mutate(input, {
              onSuccess: (answer) => {
                showToast({ message: done(answer) });
                guard.release();
                onClose();
              },
              onError: () => {
                sent.current = false;
              },
            });
          }}
        >
          {shown}
        </ErasePreview>
      ) : (
        renderForm(() => !guard.asking && guard.ask(onClose))
      )}
      <LeaveDialog guard={guard} />
    </Dialog>
  );
}
