import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { AskForm } from '../../../shared/forms/AskForm.tsx';
import { assignFieldErrors } from '../../../shared/forms/service-errors.ts';
import { type ServiceText, useServiceText } from '../../../shared/service-messages/service-text.ts';
import { CallError } from '../../../api/errors.ts';
import type { Erasing } from './erase-calls.ts';
import { repeated, type EraseRow } from './erase-rows.ts';
import { useEraseTexts } from './erase.texts.ts';
import classes from './Erase.module.css';
import { EraseFields } from './EraseFields.tsx';
import { ReceiptFields } from './ReceiptFields.tsx';

/** The service's limit per call. */
const mostPaths = 100;

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
  const [tried, setTried] = useState(false);
  const { paths, everyValue = false, reason, legalBasis } = value;
  const serviceText = useServiceText();
  const told = assignFieldErrors(error, ['reason', 'legalBasis']);
  const refused = refusedPaths(error, paths, serviceText);
  const tooMany = paths.length > mostPaths;
  const complete = paths.length > 0 && !tooMany && reason.trim() !== '' && legalBasis.trim() !== '';
  const whereError = tooMany ? t.atMost : tried && paths.length === 0 ? t.chooseOne : undefined;
  function send(): boolean {
    setTried(true);
    if (complete && !pending) onPreview();
    return complete;
  }
  return (
    <AskForm className={classes.form} onSubmit={send} refused={error}>
      <EraseFields
        rows={rows}
        chosen={paths}
        error={whereError}
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
      <ReceiptFields
        value={{ reason, legalBasis }}
        tried={tried}
        errors={told.fields}
        repeats={(text) => repeated(rows, paths, text)}
        onChange={(texts) => onChange({ ...value, ...texts })}
      />
      {error !== null && !(refused.size > 0) && told.rest !== undefined && (
        <ErrorPanel title={t.notPreviewed} error={told.rest} />
      )}
      <div className={classes.buttons}>
        <Button variant="default" disabled={pending} onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button type="submit" loading={pending}>
          {t.preview}
        </Button>
      </div>
    </AskForm>
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
    fields.flatMap(({ path, message }): [string, string][] => {
      const pointer = paths[Number(/^body\.paths\.(\d+)$/.exec(path)?.[1] ?? -1)];
      return pointer === undefined ? [] : [[pointer, serviceText(message)]];
    }),
  );
}
