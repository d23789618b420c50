import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { longestReason } from '@annals/contracts/object-version';
import { useCapability } from '../permissions/capabilities.ts';
import { useReasonTexts } from './reason.texts.ts';

interface ReasonFieldProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (reason: string) => void;
  description?: string;
  /** The rules of the partition ask for one. */
  isRequired?: boolean;
  /** What asks for one was to be sent without. */
  isMissing?: boolean;
}

/** What a reason must not contain, as pasted text may: line breaks, other control characters, and changes of direction. */
const unreadable = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** Asks for the reason of a change. Services that would not keep it are not sent one. */
export function ReasonField({
  ref,
  value,
  onChange,
  description,
  isRequired = false,
  isMissing = false,
}: ReasonFieldProps) {
  const t = useReasonTexts();
  const isKept = useCapability('furtherFields');
  if (!isKept) return null;
  return (
    <TextInput
      ref={ref}
      label={t.reason}
      placeholder={isRequired ? t.required : t.optional}
      description={description ?? (isRequired && t.rule)}
      error={isMissing && t.missing}
      withAsterisk={isRequired}
      autoComplete="off"
      maxLength={longestReason}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.replaceAll(unreadable, ' '))}
    />
  );
}
