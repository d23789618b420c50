import type { TextInputProps } from '@mantine/core';
import { DateInput } from './DateInput.tsx';
import { inputOfMoment, timestampOfInput } from './moments.ts';
import { useTimeTexts } from './time.texts.ts';
import { useUtc } from './utc.ts';

interface MomentInputProps extends Omit<
  TextInputProps,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'max' | 'rightSection'
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
  const namesUtc = utc && !zoneIsTold;
  return (
    <DateInput
      {...props}
      kind="date-time"
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
      value={value ? inputOfMoment(value, utc) : ''}
      onChange={(local) => onChange(local ? timestampOfInput(local, utc) : local)}
    />
  );
}
