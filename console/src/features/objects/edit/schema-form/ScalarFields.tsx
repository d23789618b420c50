import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { writeJson } from '@annals/rules/json/raw-json';
import { sameJson } from '../../../../platform/json-values/json-values.ts';
import { plainNumber, typedNumber } from '../../../../platform/numbers/typed-number.ts';
import { useLanguage } from '../../../../platform/texts.ts';
import { DateInput } from '../../../../platform/time/DateInput.tsx';
import type { DateKind } from '../../../../platform/time/written-dates.ts';
import { useMessageAt, useUnreadable, type FieldProps } from './form-context.ts';
import {
  emptyValue,
  type ChoiceOption,
  type FormField,
  type TextInput as Input,
} from './form-fields.ts';
import { numberError } from './number-error.ts';
import { useSchemaFormTexts } from './schema-form.texts.ts';

interface ScalarProps<Kind extends FormField['kind']> extends FieldProps {
  field: Extract<FormField, { kind: Kind }>;
}

/** The common props of Mantine inputs. */
function useInputProps({ label, description, pointer, required, unmarked }: FieldProps) {
  const error = useMessageAt(pointer);
  return {
    label,
    description,
    error,
    withAsterisk: required && !unmarked,
    'aria-required': required,
  };
}

const htmlTypes: Readonly<Record<Exclude<Input, 'long' | DateKind>, string>> = {
  line: 'text',
  url: 'url',
  email: 'email',
};

export function TextField({ field, ...props }: ScalarProps<'text'>) {
  const t = useSchemaFormTexts();
  const { value, onChange, required } = props;
  // Typing must not switch the kind of input.
  const [input] = useState(field.input);
  const shown = typeof value === 'string' ? value : '';
  const shared = {
    ...useInputProps(props),
    placeholder: value === null ? t.noValue : undefined,
    autoComplete: 'off',
  };
  const write = (text: string) => onChange(text === '' ? emptyValue(field, required) : text);
  if (input === 'long')
    return (
      <Textarea
        {...shared}
        rows={4}
        value={shown}
        onChange={(event) => write(event.currentTarget.value)}
      />
    );
  if (input === 'date' || input === 'date-time')
    return <DateField {...shared} kind={input} value={shown} onChange={write} />;
  return (
    <TextInput
      {...shared}
      type={htmlTypes[input]}
      value={shown}
      onChange={(event) => write(event.currentTarget.value)}
    />
  );
}

interface DateFieldProps extends Omit<
  ComponentProps<typeof DateInput>,
  'onChange' | 'description'
> {
  description: string | undefined;
  onChange: (value: string) => void;
}

/** Times are in UTC: the data contains no other time zone. */
function DateField({ kind, value, description, onChange, placeholder, ...shared }: DateFieldProps) {
  const t = useSchemaFormTexts();
  const [isUnreadable, setUnreadable] = useState(false);
  useUnreadable(isUnreadable);
  const inUtc = kind === 'date-time';
  return (
    <DateInput
      {...shared}
      {...(placeholder !== undefined && { placeholder })}
      kind={kind}
      description={
        inUtc ? [description, t.utc].filter((text) => text !== undefined).join(', ') : description
      }
      value={inUtc ? value.replace(/Z$/, '') : value}
      onChange={(local) => {
        setUnreadable(local === null);
        if (local !== null) onChange(inUtc ? inSeconds(local) : local);
      }}
    />
  );
}

/** Browsers omit zero seconds. */
function inSeconds(local: string): string {
  if (local === '') return '';
  return `${/T\d\d:\d\d$/.test(local) ? `${local}:00` : local.replace(/\.\d+$/, '')}Z`;
}

export function NumberField({ field, ...props }: ScalarProps<'number'>) {
  const t = useSchemaFormTexts();
  const language = useLanguage();
  const { value, onChange, required } = props;
  const [typed, setTyped] = useState<string>();
  const error =
    typed === undefined ? undefined : numberError(plainNumber(typed, language), field.whole);
  useUnreadable(error !== undefined);
  const shared = useInputProps(props);
  const { min, max, step = field.whole ? 1 : undefined } = field.limits;
  function write(text: string) {
    const plain = plainNumber(text, language);
    setTyped(text);
    if (plain === '') onChange(emptyValue(field, required));
    else if (numberError(plain, field.whole) === undefined) onChange(Number(plain));
  }
  function onKeyDown(event: KeyboardEvent) {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0 || error !== undefined) return;
    event.preventDefault();
    const next = (typeof value === 'number' ? value : 0) + direction * (step ?? 1);
    // Binary floating point cannot add tenths exactly.
    const rounded = Number(next.toPrecision(15));
    setTyped(undefined);
    onChange(Math.min(Math.max(rounded, min ?? rounded), max ?? rounded));
  }
  return (
    <TextInput
      {...shared}
      error={error === undefined ? shared.error : t[error]}
      inputMode={field.whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      placeholder={value === null ? t.noValue : undefined}
      value={typed ?? (typeof value === 'number' ? typedNumber(value, language) : '')}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={() => error === undefined && setTyped(undefined)}
      onKeyDown={onKeyDown}
    />
  );
}

export function BooleanField({ field, ...props }: ScalarProps<'boolean'>) {
  const { value, required, onChange } = props;
  const { label, description, error } = useInputProps(props);
  if (required && !field.nullable && value !== undefined && value !== null)
    return (
      <Checkbox
        label={label}
        description={description}
        error={error}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  const options = field.nullable ? [...yesOrNo, { value: null, title: undefined }] : yesOrNo;
  return <Choice {...props} options={options} />;
}

const yesOrNo: readonly ChoiceOption[] = [true, false].map((value) => ({
  value,
  title: undefined,
}));

export function ChoiceField({ field, ...props }: ScalarProps<'choice'>) {
  const nullOffered = field.options.some(({ value }) => value === null);
  const options =
    field.nullable && !nullOffered
      ? [...field.options, { value: null, title: undefined }]
      : field.options;
  return <Choice {...props} options={options} />;
}

function Choice({ options, ...props }: FieldProps & { options: readonly ChoiceOption[] }) {
  const t = useSchemaFormTexts();
  const { value, required, onChange } = props;
  const chosen = options.findIndex((option) => sameJson(option.value, value));
  // An invalid value stays until another is chosen.
  const stray = chosen < 0 && value !== undefined ? [{ value, title: undefined }] : [];
  const absent = !required || value === undefined;
  return (
    <NativeSelect
      {...useInputProps(props)}
      value={chosen >= 0 ? String(chosen) : value === undefined ? '' : 'stray'}
      data={[
        ...(absent ? [{ value: '', label: required ? t.choose : t.notSet }] : []),
        ...options.map((option, index) => ({ value: String(index), label: optionText(option, t) })),
        ...stray.map((option) => ({ value: 'stray', label: optionText(option, t) })),
      ]}
      onChange={({ currentTarget }) => {
        if (currentTarget.value === 'stray') return;
        onChange(
          currentTarget.value === '' ? undefined : options[Number(currentTarget.value)]?.value,
        );
      }}
    />
  );
}

function optionText(
  { value, title }: ChoiceOption,
  t: ReturnType<typeof useSchemaFormTexts>,
): string {
  if (title !== undefined) return title;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (value === null) return t.noValue;
  return typeof value === 'string' ? value : (writeJson(value) ?? '');
}
