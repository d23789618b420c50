import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { texts } from '../../platform/texts.ts';
import classes from './PasswordField.module.css';

const useTexts = texts({
  en: { show: 'Show or hide what is entered' },
  de: { show: 'Eingabe zeigen oder verbergen' },
});

/** Replaces Mantine's, which would add much to the login page that nothing else there needs. */
export function PasswordField(props: TextInputProps & { 'data-autofocus'?: boolean }) {
  const t = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      classNames={{ input: classes.input }}
      type={shown ? 'text' : 'password'}
      rightSection={
        <button
          type="button"
          className={classes.toggle}
          aria-label={t.show}
          aria-pressed={shown}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
        >
          <svg
            width="20"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
          >
            <path d="M2 12s3-7 10-7 10 7 10 7-3 7-10 7-10-7-10-7z" />
            <circle cx="12" cy="12" r="3.5" />
            {shown && <path d="M5 4l14 16" />}
          </svg>
        </button>
      }
    />
  );
}
