import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { codeDigits } from '../../domain/second-factors/one-time-code.ts';
import { useSecondFactorTexts } from './second-factor.texts.ts';
import classes from './SecondFactor.module.css';

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (code: string) => void;
  description?: string;
  error: string | false;
}

/** Six digits from an authenticator app; pasted text may contain spaces and words. */
export function CodeField({ ref, value, onChange, description, error }: CodeFieldProps) {
  const t = useSecondFactorTexts();
  return (
    <TextInput
      {...(ref && { ref })}
      label={t.code}
      {...(description !== undefined && { description })}
      value={value}
      onChange={(event) => onChange(codeDigits(event.currentTarget.value))}
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      size="md"
      className={classes.field}
      classNames={{ input: classes.code ?? '' }}
    />
  );
}
