import { TextInput } from '@mantine/core';
import { longestReason } from '@annals/contracts/object-version';
import { useCapability } from '../permissions/capabilities.ts';
import { useReasonTexts } from './reason.texts.ts';

interface ReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
  description?: string;
}

/** What a reason must not contain, as pasted text may: line breaks, other control characters, and changes of direction. */
const unreadable = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;

/** Asks for the reason of a change, which nobody has to give. Services that would not keep it are not sent one. */
export function ReasonField({ value, onChange, description }: ReasonFieldProps) {
  const t = useReasonTexts();
  const isKept = useCapability('furtherFields');
  if (!isKept) return null;
  return (
    <TextInput
      label={t.reason}
      placeholder={t.optional}
      description={description}
      autoComplete="off"
      maxLength={longestReason}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value.replaceAll(unreadable, ' '))}
    />
  );
}
