import { useMemo, useRef, useState } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { showToast } from '../../../shared/feedback/toasts.ts';
import { LeaveDialog } from '../../../shared/forms/LeaveDialog.tsx';
import { useLeaveGuard } from '../../../shared/forms/useLeaveGuard.ts';
import { shortenId } from '../../../shared/ids/display-names.ts';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { withRedactedValues } from '@annals/contracts/redacted-data';
import { Dialog } from '../../../shared/states/Dialog.tsx';
import { useErase, useErasePreview, type Erasing } from './erase-calls.ts';
import { eraseRows } from './erase-rows.ts';
import { useEraseTexts } from './erase.texts.ts';
import { ErasedPaths } from './ErasedPaths.tsx';
import { EraseForm } from './EraseForm.tsx';
import { ErasePreview } from './ErasePreview.tsx';

interface EraseValuesProps {
  partitionId: string;
  version: ObjectVersion;
  /** The initial selection. */
  path?: string | undefined;
  onClose: () => void;
}

/** The dialog that erases values permanently: selection and reason, then a preview, then the erasure. */
export function EraseValues({ partitionId, version, path, onClose }: EraseValuesProps) {
  const t = useEraseTexts();
  const { id, objectData, erased } = version;
  const rows = useMemo(
    () => eraseRows(withRedactedValues(objectData ?? {}, erased)),
    [objectData, erased],
  );
  const [erasing, setErasing] = useState<Erasing>({
    paths: path === undefined ? [] : [path],
    everyValue: false,
    reason: '',
    legalBasis: '',
  });
  const previewing = useErasePreview(partitionId, id);
  const erase = useErase(partitionId, id);
  const sent = useRef(false);
  const guard = useLeaveGuard(() => erasing.reason !== '' || erasing.legalBasis !== '');
  // The title may itself be erased; it is read before.
  const title = titleOf(version);
  const typed = [title === shortenId(id) ? id : title, id] as const;
  return (
    <Dialog
      title={previewing.data ? t.previewTitle : t.title(title)}
      onClose={onClose}
      form
      size="min(640px, 96vw)"
    >
      {previewing.data ? (
        <ErasePreview
          extent={
            previewing.data.valueCount === 0
              ? undefined
              : t.extent(previewing.data.valueCount, previewing.data.versionCount)
          }
          gone={t.gone}
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
            erase.mutate(erasing, {
              onSuccess: ({ receipt, receipts, valueCount }) => {
                showToast({
                  message:
                    receipt === null
                      ? t.nothingDone
                      : t.done(receipt, receipts?.at(-1) ?? receipt, valueCount),
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
          <ErasedPaths preview={previewing.data} />
        </ErasePreview>
      ) : (
        <EraseForm
          rows={rows}
          value={erasing}
          onChange={(next) => {
            // Errors of the service apply to the previous input only.
            previewing.reset();
            setErasing(next);
          }}
          pending={previewing.isPending}
          error={previewing.error}
          onPreview={() => previewing.mutate(erasing)}
          onCancel={() => guard.ask(onClose)}
        />
      )}
      <LeaveDialog guard={guard} />
    </Dialog>
  );
}
