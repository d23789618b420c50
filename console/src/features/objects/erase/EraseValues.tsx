import { useMemo, useState } from 'react';
import { withRedactedValues } from '@annals/rules/redacted-data';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { useErase, useErasePreview, type Erasing, type Erased } from './erase-calls.ts';
import { eraseRows, rangesText } from './erase-rows.ts';
import { useEraseTexts } from './erase.texts.ts';
import { EraseDialog } from './EraseDialog.tsx';
import { EraseForm } from './EraseForm.tsx';
import { SimpleTable } from '../../../ui/tables/SimpleTable.tsx';
import classes from './Erase.module.css';

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

/** The values that will be erased, by their paths. */
function ErasedPaths({ preview }: { preview: Erased }) {
  const t = useEraseTexts();
  const { valueCount, versionCount, values } = preview;
  return (
    <>
      <SimpleTable
        label={t.extent(valueCount, versionCount)}
        columns={[
          { id: 'path', header: t.path, render: ([path]) => <code>{path}</code> },
          { id: 'versions', header: t.versions, render: ([, versions]) => rangesText(versions) },
        ]}
        rows={versionsByPath(values)}
        rowKey={([path]) => path}
        scrolls="short"
        narrow
        framed
      />
      {values.length < valueCount && <p className={classes.quiet}>{t.firstOnly(values.length)}</p>}
    </>
  );
}

function versionsByPath(values: Erased['values']): [path: string, versions: number[]][] {
  const found = new Map<string, number[]>();
  for (const { path, modificationCount } of values)
    found.set(path, [...(found.get(path) ?? []), modificationCount]);
  return [...found];
}
