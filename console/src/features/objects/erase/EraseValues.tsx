import { useMemo, useState } from 'react';
import type { ObjectVersion } from '@annals/contracts/objects';
import { withRedactedValues } from '@annals/contracts/redacted-data';
import { useErase, useErasePreview, type Erasing } from './erase-calls.ts';
import { eraseRows } from './erase-rows.ts';
import { useEraseTexts } from './erase.texts.ts';
import { ErasedPaths } from './ErasedPaths.tsx';
import { EraseDialog } from './EraseDialog.tsx';
import { EraseForm } from './EraseForm.tsx';

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
  return (
    <EraseDialog
      version={version}
      title={t.title}
      input={erasing}
      previewing={previewing}
      erase={erase}
      extent={({ valueCount, versionCount }) =>
        valueCount === 0 ? undefined : t.extent(valueCount, versionCount)
      }
      gone={t.gone}
      shown={previewing.data && <ErasedPaths preview={previewing.data} />}
      done={({ receipt, receipts, valueCount }) =>
        receipt === null ? t.nothingDone : t.done(receipt, receipts?.at(-1) ?? receipt, valueCount)
      }
      renderForm={(onCancel) => (
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
          onCancel={onCancel}
        />
      )}
      onClose={onClose}
    />
  );
}
