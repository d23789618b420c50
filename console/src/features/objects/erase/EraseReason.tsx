import { useState } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { useEraseReason, useEraseReasonPreview } from './erase-calls.ts';
import { useEraseTexts } from './erase.texts.ts';
import classes from './Erase.module.css';
import { EraseDialog } from './EraseDialog.tsx';
import type { ReceiptTexts } from './ReceiptFields.tsx';
import { ReceiptForm } from './ReceiptForm.tsx';

interface EraseReasonProps {
  partitionId: string;
  version: ObjectVersion;
  onClose: () => void;
}

/** The dialog that erases the reason of a version permanently: a form, then a preview, then the erasure. */
export function EraseReason({ partitionId, version, onClose }: EraseReasonProps) {
  const t = useEraseTexts();
  // The version is reloaded after the erasure, so this keeps the original reason.
  const [{ id, reason: erasedReason = '' }] = useState(version);
  const [texts, setTexts] = useState<ReceiptTexts>({ reason: '', legalBasis: '' });
  const previewing = useEraseReasonPreview(partitionId, id);
  const erase = useEraseReason(partitionId, id);
  const quote = <blockquote className={classes.quote}>{erasedReason}</blockquote>;
  return (
    <EraseDialog
      version={version}
      title={t.reasonTitle}
      input={texts}
      previewing={previewing}
      erase={erase}
      extent={({ versionCount, timelineCount }) =>
        versionCount === 0 ? undefined : t.reasonExtent(versionCount, timelineCount)
      }
      gone={t.reasonGone}
      shown={quote}
      done={({ first, last, versionCount }) =>
        first === 0 ? t.nothingDone : t.reasonDone(first, last, versionCount)
      }
      renderForm={(onCancel) => (
        <ReceiptForm
          value={texts}
          onChange={(next) => {
            // Errors of the service apply to the previous input only.
            previewing.reset();
            setTexts(next);
          }}
          repeats={(text) => repeats(erasedReason ?? '', text)}
          chosen
          pending={previewing.isPending}
          error={previewing.error}
          onPreview={() => previewing.mutate(texts)}
          onCancel={onCancel}
        >
          {() => (
            <>
              {quote}
              <p className={classes.text}>{t.reasonWhere}</p>
            </>
          )}
        </ReceiptForm>
      )}
      onClose={onClose}
    />
  );
}

const repeats = (erased: string, text: string): boolean =>
  erased.trim() !== '' && text.toLowerCase().includes(erased.trim().toLowerCase());
