import type { TextInputProps } from '@mantine/core';
import { DateInput } from './DateInput.tsx';
import { inputOfMoment, timestampOfInput } from './moments.ts';
import { useTimeTexts } from './time.texts.ts';
import { useUtc } from './utc.ts';
import type { DayMoment } from './written-dates.ts';

interface MomentInputProps extends Omit<
  TextInputProps,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'max' | 'rightSection'
> {
  /** RFC 3339 in UTC; empty for none, null for an invalid input. */
  value: string | null;
  onChange: (moment: string | null) => void;
  /** The latest allowed moment. */
  max?: string;
  /** The description should name the time zone. */
  descriptionNamesZone?: boolean;
  /** Which moment a date without time means; default: its start. */
  day?: DayMoment;
}

/** A field for date and time, in the displayed time zone. Switching the time zone keeps the moment. */
export function MomentInput({
  value,
  onChange,
  max,
  description,
  descriptionNamesZone = false,
  ...props
}: MomentInputProps) {
  const t = useTimeTexts();
  const utc = useUtc();
  const namesUtc = utc && !descriptionNamesZone;
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
