import { TextInput, type TextInputProps } from '@mantine/core';
import { useSecurityTexts } from './security.texts.ts';

/** How the user will recognize a second factor in the list. */
export function FactorName(props: TextInputProps) {
  const t = useSecurityTexts();
  return (
    <TextInput
      label={t.nameOfFactor}
      description={t.nameOfFactorHint}
      autoComplete="off"
      maxLength={100}
      data-autofocus
      {...props}
    />
  );
}
