import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useDateLocale } from '../texts.ts';
import classes from './DateInput.module.css';
import { useTimeTexts } from './time.texts.ts';
import {
  type DateKind,
  type DayMoment,
  datePattern,
  readDate,
  writtenDate,
} from './written-dates.ts';

interface DateInputProps extends Omit<
  TextInputProps,
  'type' | 'value' | 'defaultValue' | 'onChange' | 'max' | 'rightSection'
> {
  kind: DateKind;
  /** In the format of HTML date inputs: 2026-12-31 or 2026-12-31T23:59:00. Empty for none. */
  value: string;
  /** Receives the new value in the same format; null for an invalid date. */
  onChange: (value: string | null) => void;
  max?: string | undefined;
  /** Which moment a date without time means; default: its start. */
  day?: DayMoment;
}

/**
 * A date field in the format of the chosen language, with the calendar of an HTML date input, which itself
 * follows the language of the browser.
 */
export function DateInput({
  kind,
  value,
  onChange,
  max,
  day = 'start',
  error,
  onBlur,
  ...props
}: DateInputProps) {
  const t = useTimeTexts();
  const locale = useDateLocale();
  const calendar = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const read = typed === undefined ? undefined : readTyped(typed, { locale, kind, day });
  // Rewriting the same date would move the cursor while typing.
  const isTyped = typed !== undefined && (read === null || sameDate(read ?? '', value));
  const pattern = datePattern(locale, kind, t.dateLetters);
  const isWrong = isTyped && read === null && isLeft;
  const open = () => {
    try {
      calendar.current?.showPicker();
    } catch {
      // Browsers without a calendar still have the field.
    }
  };
  return (
    <div className={classes.field}>
      <TextInput
        autoComplete="off"
        placeholder={pattern}
        {...props}
        error={error ?? (isWrong && t.noDate(pattern))}
        value={isTyped ? typed : writtenDate(value, locale, kind)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setLeft(false);
          onChange(readTyped(currentTarget.value, { locale, kind, day }));
        }}
        onBlur={(event) => {
          setLeft(true);
          if (read !== null) setTyped(undefined);
          onBlur?.(event);
        }}
        aria-keyshortcuts="Alt+ArrowDown"
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || !event.altKey) return;
          event.preventDefault();
          open();
        }}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="gray"
            // For the pointer: the field itself has a keyboard shortcut.
            tabIndex={-1}
            aria-hidden
            title={t.calendar}
            disabled={props.disabled ?? false}
            onClick={open}
          >
            <IconCalendar size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        }
      />
      <input
        ref={calendar}
        type={kind === 'date' ? 'date' : 'datetime-local'}
        className={classes.calendar}
        tabIndex={-1}
        aria-hidden
        max={max}
        value={value}
        onChange={({ currentTarget }) => {
          setTyped(undefined);
          onChange(currentTarget.value);
        }}
      />
    </div>
  );
}

const readTyped = (
  text: string,
  { locale, kind, day }: { locale: string; kind: DateKind; day: DayMoment },
): string | null => (text.trim() === '' ? '' : readDate(text, locale, kind, day));

const sameDate = (one: string, other: string): boolean =>
  one === other || one.replace(/:00$/, '') === other.replace(/:00$/, '');
