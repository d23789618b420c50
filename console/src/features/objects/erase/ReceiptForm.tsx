import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { SimpleForm } from '../../../ui/forms/SimpleForm.tsx';
import { assignFieldErrors } from '../../../ui/forms/service-errors.ts';
import { useEraseTexts } from './erase.texts.ts';
import classes from './Erase.module.css';
import { ReceiptFields, type ReceiptTexts } from './ReceiptFields.tsx';

interface ReceiptFormProps {
  /**
   * Renders the selection of what to erase.
   * @param tried whether the form was submitted
   */
  children: (tried: boolean) => ReactNode;
  value: ReceiptTexts;
  onChange: (value: ReceiptTexts) => void;
  /** Whether a text contains values that will be erased. */
  repeats: (text: string) => boolean;
  /** Whether something is selected. */
  chosen: boolean;
  pending: boolean;
  error: Error | null;
  /** Whether the selection shows the error itself. */
  errorIsShown?: boolean;
  onPreview: () => void;
  onCancel: () => void;
}

/** The form of an erasure: the selection, the reason and the legal basis. */
export function ReceiptForm({
  children,
  value,
  onChange,
  repeats,
  chosen,
  pending,
  error,
  errorIsShown = false,
  onPreview,
  onCancel,
}: ReceiptFormProps) {
  const t = useEraseTexts();
  const [tried, setTried] = useState(false);
  const assigned = assignFieldErrors(error, ['reason', 'legalBasis']);
  const complete = chosen && value.reason.trim() !== '' && value.legalBasis.trim() !== '';
  function send(): boolean {
    setTried(true);
    if (complete && !pending) onPreview();
    return complete;
  }
  return (
    <SimpleForm
      className={classes.form}
      onSubmit={send}
      onCancel={() => !pending && onCancel()}
      refused={error}
    >
      {children(tried)}
      <ReceiptFields
        value={value}
        tried={tried}
        errors={assigned.fields}
        repeats={repeats}
        onChange={onChange}
      />
      {error !== null && !errorIsShown && assigned.rest !== undefined && (
        <ErrorPanel title={t.notPreviewed} error={assigned.rest} />
      )}
      <div className={classes.buttons}>
        <Button variant="default" disabled={pending} onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button type="submit" loading={pending}>
          {t.preview}
        </Button>
      </div>
    </SimpleForm>
  );
}
