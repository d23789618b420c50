import { TextInput, type TextInputProps } from '@mantine/core';

/**
 * A field for an email address. Not of the type `email`: browsers refuse letters outside of ASCII there, and turn
 * international domains into Punycode.
 */
export function EmailInput(props: TextInputProps) {
  return (
    <TextInput
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
    />
  );
}
