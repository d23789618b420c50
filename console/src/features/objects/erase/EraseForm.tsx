import { Radio } from '@mantine/core';
import {
  type ServiceText,
  useServiceText,
} from '../../../platform/service-messages/service-text.ts';
import { CallError } from '../../../platform/api/errors.ts';
import type { Erasing } from './erase-calls.ts';
import { findRepeated, type EraseRow } from './erase-rows.ts';
import { useEraseTexts } from './erase.texts.ts';
import classes from './Erase.module.css';
import { EraseFields } from './EraseFields.tsx';
import { ReceiptForm } from './ReceiptForm.tsx';

/** The service's limit per call. */
const maxPaths = 100;

interface EraseFormProps {
  rows: readonly EraseRow[];
  value: Erasing;
  onChange: (value: Erasing) => void;
  pending: boolean;
  error: Error | null;
  onPreview: () => void;
  onCancel: () => void;
}

/** The form of an erasure: values, reason, legal basis. */
export function EraseForm({
  rows,
  value,
  onChange,
  pending,
  error,
  onPreview,
  onCancel,
}: EraseFormProps) {
  const t = useEraseTexts();
  const { paths, everyValue = false, reason, legalBasis } = value;
  const serviceText = useServiceText();
  const refused = refusedPaths(error, paths, serviceText);
  const tooMany = paths.length > maxPaths;
  const whereError = (tried: boolean) =>
    tooMany ? t.atMost : tried && paths.length === 0 ? t.chooseOne : undefined;
  return (
    <ReceiptForm
      value={{ reason, legalBasis }}
      onChange={(texts) => onChange({ ...value, ...texts })}
      repeats={(text) => findRepeated(rows, paths, text)}
      chosen={paths.length > 0 && !tooMany}
      pending={pending}
      error={error}
      errorIsShown={refused.size > 0}
      onPreview={onPreview}
      onCancel={onCancel}
    >
      {(tried) => (
        <>
          <EraseFields
            rows={rows}
            chosen={paths}
            error={whereError(tried)}
            refused={refused}
            onChoose={(next) => onChange({ ...value, paths: next })}
          />
          <Radio.Group
            label={t.scope}
            value={everyValue ? 'every' : 'this'}
            onChange={(next) => onChange({ ...value, everyValue: next === 'every' })}
          >
            <div className={classes.scopes}>
              <Radio value="this" label={t.thisValue} description={t.thisValueHint} />
              <Radio value="every" label={t.everyValue} description={t.everyValueHint} />
            </div>
          </Radio.Group>
        </>
      )}
    </ReceiptForm>
  );
}

/** The service's errors about paths, by path. */
function refusedPaths(
  error: Error | null,
  paths: readonly string[],
  serviceText: ServiceText,
): Map<string, string> {
  const fields = error instanceof CallError ? (error.problem.fields ?? []) : [];
  return new Map(
    fields.flatMap(({ path, ...wrong }): [string, string][] => {
      const pointer = paths[Number(/^body\.paths\.(\d+)$/.exec(path)?.[1] ?? -1)];
      return pointer === undefined ? [] : [[pointer, serviceText(wrong)]];
    }),
  );
}
