import type { ReceivedMessage } from '@annals/contracts/problem';
import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useServiceText } from '../../../platform/service-messages/service-text.ts';
import { useEraseTexts } from './erase.texts.ts';
import classes from './Erase.module.css';

/** The service's limit. */
const maxTextLength = 500;

/** The texts in the receipt of an erasure. */
export interface ReceiptTexts {
  reason: string;
  legalBasis: string;
}

interface ReceiptFieldsProps {
  value: ReceiptTexts;
  onChange: (value: ReceiptTexts) => void;
  /** Whether the form was submitted: missing texts are reported only then. */
  tried: boolean;
  /** Errors of the service. */
  errors: Partial<Record<string, ReceivedMessage>>;
  /** Whether a text contains values that will be erased. */
  repeats: (text: string) => boolean;
}

/** The fields whose texts the receipt stores permanently. */
export function ReceiptFields({ value, onChange, tried, errors, repeats }: ReceiptFieldsProps) {
  const t = useEraseTexts();
  const serviceText = useServiceText();
  const errorOf = (name: keyof ReceiptTexts) =>
    tried && value[name].trim() === '' ? t.needed : errors[name] && serviceText(errors[name]);
  const textField = (name: keyof ReceiptTexts, suggestions: string) => (
    <ReceiptTextField
      label={t[name]}
      value={value[name]}
      error={errorOf(name)}
      repeats={repeats(value[name])}
      suggestions={suggestions.split('|')}
      onChange={(text) => onChange({ ...value, [name]: text })}
    />
  );
  return (
    <>
      {textField('reason', t.reasons)}
      {textField('legalBasis', t.bases)}
      <p className={classes.quiet}>{t.storedHint}</p>
    </>
  );
}

interface ReceiptTextFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  /** Whether it contains values that will be erased. */
  repeats: boolean;
  suggestions: readonly string[];
  onChange: (text: string) => void;
}

/** A text field of the receipt. */
function ReceiptTextField({
  label,
  value,
  error,
  repeats,
  suggestions,
  onChange,
}: ReceiptTextFieldProps) {
  const t = useEraseTexts();
  const list = useId();
  return (
    <div>
      <TextInput
        label={label}
        withAsterisk
        aria-required
        autoComplete="off"
        maxLength={maxTextLength}
        list={list}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <datalist id={list}>
        {suggestions.map((suggestion) => (
          <option key={suggestion}>{suggestion}</option>
        ))}
      </datalist>
      <output className={classes.warning}>{repeats && t.repeats}</output>
    </div>
  );
}
