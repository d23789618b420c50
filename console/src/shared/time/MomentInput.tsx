import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { inputOfMoment, timestampOfInput } from './moments.ts';
import { useTimeTexts } from './time.texts.ts';
import { useUtc } from './utc.ts';

interface MomentInputProps extends Omit<
  TextInputProps,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'max'
> {
  /** RFC 3339 in UTC; empty for none, null for what is written and is no moment. */
  value: string | null;
  onChange: (moment: string | null) => void;
  /** The last moment that may be chosen. */
  max?: string;
  /** The description tells the time zone. */
  zoneIsTold?: boolean;
}

/**
 * A field for day and time, in the time zone in which times are shown. What is meant stays the same when that is switched
 * over while it is open.
 */
export function MomentInput({
  value,
  onChange,
  max,
  description,
  zoneIsTold = false,
  ...props
}: MomentInputProps) {
  const t = useTimeTexts();
  const utc = useUtc();
  const [typed, setTyped] = useState({ text: '', utc });
  // Another spelling of the same moment would move the cursor of whoever types.
  const isTyped = typed.utc === utc && readingOf(typed.text, utc) === value;
  const shown = isTyped ? typed.text : value ? inputOfMoment(value, utc) : '';
  const namesUtc = utc && !zoneIsTold;
  return (
    <TextInput
      step={1}
      {...props}
      type="datetime-local"
      description={
        namesUtc ? (
          <>
            {description} {t.inUtc}
          </>
        ) : (
          description
        )
      }
      max={max === undefined ? undefined : inputOfMoment(max, utc)}
      value={shown}
      onChange={({ currentTarget }) => {
        setTyped({ text: currentTarget.value, utc });
        onChange(readingOf(currentTarget.value, utc));
      }}
    />
  );
}

const readingOf = (text: string, utc: boolean): string | null =>
  text === '' ? '' : timestampOfInput(text, utc);
