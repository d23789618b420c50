import { TextInput } from '@mantine/core';
import { longestReason } from '@annals/contracts/object-version';
import { useCapability } from '../permissions/capabilities.ts';
import { useReasonTexts } from './reason.texts.ts';

interface ReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
  description?: string;
  /** The rules of the partition ask for one. */
  isRequired?: boolean;
}

/** What a reason must not contain, as pasted text may: line breaks, other control characters, and changes of direction. */
const unreadable = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** Asks for the reason of a change. Services that would not keep it are not sent one. */
export function ReasonField({
  value,
  onChange,
  description,
  isRequired = false,
}: ReasonFieldProps) {
  const t = useReasonTexts();
  const isKept = useCapability('furtherFields');
  if (!isKept) return null;
  return (
    <TextInput
      label={t.reason}
      placeholder={isRequired ? t.required : t.optional}
      description={description ?? (isRequired && t.rule)}
      withAsterisk={isRequired}
      autoComplete="off"
      maxLength={longestReason}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.replaceAll(unreadable, ' '))}
    />
  );
}
