import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import { type FormEvent, type RefCallback, useEffect, useRef, useState } from 'react';
import type { ReceivedMessage } from '@annals/contracts/problem';
import { sameJson } from '../../platform/json-values/json-values.ts';
import { useServiceText } from '../../platform/service-messages/service-text.ts';
import { focusFirstError } from './focus-first-error.ts';
import { isChangedMeanwhile, assignFieldErrors } from './service-errors.ts';
import { type LeaveGuard, useLeaveGuard } from './useLeaveGuard.ts';

/** The initial values of a form. */
export interface Snapshot<Values> {
  values: Values;
  /** Undefined if the service reports no version. */
  version?: number | undefined;
}

export interface GuardedFormOptions<Values extends object, Saved> {
  initialValues: Values;
  /** The version of the values. */
  version?: number | undefined;
  validate?: NonNullable<UseFormInput<Values>['validate']>;
  /** Sends the values; pass the version as `ifMatch`. */
  save: (values: Values, version: number | undefined) => Promise<Saved>;
  /** The current values, for the merge when another user has changed them. */
  latest?: () => Promise<Snapshot<Values>>;
  onSaved: (saved: Saved, values: Values) => void;
  /** It only previews the result: nothing is stored, so the values stay guarded until released. */
  asks?: boolean;
}

type FieldName<Values> = keyof Values & string;

type FormProps = ReturnType<UseFormReturnType<object>['getInputProps']>;
/** `value` is given for all inputs; checkboxes ignore it. */
type FieldProps = FormProps & { value: FormProps['value'] };

/** The form for its fields and its frame. */
export interface GuardedFormState<Values extends object> {
  attach: RefCallback<HTMLFormElement>;
  values: Values;
  pending: boolean;
  /** An error that belongs to no field; undefined without one. */
  error: unknown;
  guard: LeaveGuard;
  /** The props of an input, including checkboxes. */
  field: (name: FieldName<Values>, type?: 'input' | 'checkbox') => FieldProps;
  set: <Name extends FieldName<Values>>(name: Name, value: Values[Name]) => void;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** Shows what is wrong with the values, as a submit does; whether nothing is. */
  check: () => boolean;
  /** Shows an error of another call about the values: at the fields that it names, and the rest as that of a submit. */
  refuse: (error: unknown) => void;
  /** Set while another user's change has to be merged. */
  merge:
    | {
        base: Values;
        theirs: Values;
        mine: Values;
        save: (merged: Values) => void;
        discard: () => void;
      }
    | undefined;
}

/**
 * A form that protects unsaved changes: it asks before it is left, shows the service's errors at their fields and
 * focuses the first of them, prevents double submits, and merges with changes that someone else saved in the meantime.
 */
export function useGuardedForm<Values extends object, Saved>(
  options: GuardedFormOptions<Values, Saved>,
): GuardedFormState<Values> {
  const { initialValues, version, validate, latest } = options;
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues,
    onValuesChange: () => guard.guard(),
    ...(validate && { validate }),
  });
  const base = useRef<Snapshot<Values>>({ values: initialValues, version });
  const [element, setElement] = useState<HTMLFormElement | null>(null);
  const guard = useLeaveGuard(
    () => !sameJson(form.getValues(), base.current.values),
    () => element?.querySelector<HTMLElement>('[type="submit"]')?.focus(),
  );
  const [meeting, setMeeting] = useState<{ base: Values; theirs: Snapshot<Values> }>();
  const [error, setError] = useState<unknown>();
  // What the service says about fields, to be shown in the language of the console.
  const [refusals, setRefusals] = useState<Record<string, ReceivedMessage>>({});
  const [pending, setPending] = useState(false);
  const saving = useRef(false);
  const [failedAttempts, setFailedAttempts] = useState(0);
  const translate = useServiceText();

  // The fields are marked as invalid only once this is rendered.
  useEffect(() => {
    if (failedAttempts > 0) focusFirstError(element);
  }, [failedAttempts, element]);

  async function handleFailure(cause: unknown) {
    if (latest && isChangedMeanwhile(cause)) {
      const theirs = await latest();
      setMeeting({ base: base.current.values, theirs });
      return;
    }
    const { fields, rest } = assignFieldErrors(cause, Object.keys(form.getValues()));
    setRefusals(fields);
    form.setErrors(
      Object.fromEntries(Object.entries(fields).map(([name, { message }]) => [name, message])),
    );
    setFailedAttempts((count) => count + 1);
    setError(rest);
  }

  async function send(values: Values, from: number | undefined) {
    // The state would be too late: a second Enter arrives before the next render.
    if (saving.current) return;
    saving.current = true;
    setPending(true);
    setError(undefined);
    let saved: { value: Saved } | undefined;
    try {
      saved = { value: await options.save(values, from) };
    } catch (cause) {
      await handleFailure(cause).catch(setError);
    } finally {
      saving.current = false;
      setPending(false);
    }
    if (saved === undefined) return;
    if (!options.asks) {
      base.current = { values, version: versionOf(saved.value) };
      guard.release();
    }
    options.onSaved(saved.value, values);
  }

  function startAgainFrom(next: Snapshot<Values>, values: Values) {
    base.current = next;
    form.setValues(values);
    setMeeting(undefined);
  }

  const submit = (event: FormEvent<HTMLFormElement>) =>
    form.onSubmit(
      (values) => void send(values, base.current.version),
      () => {
        // What the service said concerns values that were sent before.
        setError(undefined);
        setFailedAttempts((count) => count + 1);
      },
    )(event);

  return {
    attach: setElement,
    values: form.values,
    pending,
    error,
    guard,
    field: (name, type = 'input') => {
      const props = form.getInputProps(name, { type }) as FieldProps;
      const refusal = refusals[name];
      return refusal && props.error === refusal.message
        ? { ...props, error: translate(refusal) }
        : props;
    },
    set: (name, value) => form.setValues({ ...form.getValues(), [name]: value }),
    submit: (event) => {
      event.preventDefault();
      // Submit events of a form in a dialog of one of the fields bubble up to this form.
      if (event.target === event.currentTarget) submit(event);
    },
    refuse: (cause) => void handleFailure(cause).catch(setError),
    check: () => {
      setError(undefined);
      const { hasErrors } = form.validate();
      if (hasErrors) setFailedAttempts((count) => count + 1);
      return !hasErrors;
    },
    merge: meeting && {
      base: meeting.base,
      theirs: meeting.theirs.values,
      mine: form.values,
      save: (merged) => {
        startAgainFrom(meeting.theirs, merged);
        void send(merged, meeting.theirs.version);
      },
      discard: () => startAgainFrom(meeting.theirs, meeting.theirs.values),
    },
  };
}

function versionOf(saved: unknown): number | undefined {
  if (typeof saved !== 'object' || saved === null || !('version' in saved)) return undefined;
  return typeof saved.version === 'number' ? saved.version : undefined;
}
