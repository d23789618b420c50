import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { maxReasonLength } from '@annals/contracts/object-version';
import { useCapability } from '../../platform/capabilities.ts';
import { useReasonTexts } from './reason.texts.ts';

interface ReasonFieldProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (reason: string) => void;
  description?: string;
  /** Whether the policy of the partition requires a reason. */
  isRequired?: boolean;
  /** Whether the form was submitted without a required reason. */
  isMissing?: boolean;
}

/**
 * Characters that a reason must not contain, although pasted text may: line breaks, other control characters,
 * and changes of text direction.
 */
const unreadable = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** The field for the reason of a change. It is not sent to services that do not store reasons. */
export function ReasonField({
  ref,
  value,
  onChange,
  description,
  isRequired = false,
  isMissing = false,
}: ReasonFieldProps) {
  const t = useReasonTexts();
  const isStored = useCapability('data');
  if (!isStored) return null;
  return (
    <TextInput
      ref={ref}
      label={t.reason}
      placeholder={isRequired ? t.required : t.optional}
      description={description ?? (isRequired && t.rule)}
      error={isMissing && t.missing}
      withAsterisk={isRequired}
      autoComplete="off"
      maxLength={maxReasonLength}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.replaceAll(unreadable, ' '))}
    />
  );
}
