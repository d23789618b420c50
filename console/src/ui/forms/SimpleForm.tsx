import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useDialogLeave } from '../states/dialog-leave.ts';
import { focusFirstError } from './focus-first-error.ts';

interface SimpleFormProps {
  className?: string | undefined;
  /** Returns false if a value is missing or invalid: the first such field is focused. */
  onSubmit: () => boolean | void;
  /** What its *Cancel* does: in a `Dialog form`, Esc and × do the same. */
  onCancel?: () => void;
  /** A refusal of the service also moves the focus to the first invalid field. */
  refused?: Error | null;
  /** The accessible name of a search form. */
  search?: string;
  children: ReactNode;
}

/**
 * The frame of a form that is not a `GuardedForm`: one without unsaved data (a search, a jump, a choice), or one whose
 * draft is guarded elsewhere.
 */
export function SimpleForm({
  className,
  onSubmit,
  onCancel,
  refused,
  search,
  children,
}: SimpleFormProps) {
  useDialogLeave(onCancel);
  const form = useRef<HTMLFormElement>(null);
  const [failedAttempts, setFailedAttempts] = useState(0);
  // The fields are marked as wrong only once this is rendered.
  useEffect(() => {
    if (failedAttempts > 0 || refused) focusFirstError(form.current);
  }, [failedAttempts, refused]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // Events of dialogs within pickers bubble up to this form.
    if (event.target === event.currentTarget && onSubmit() === false)
      setFailedAttempts((count) => count + 1);
  };
  return (
    <form
      ref={form}
      className={className}
      noValidate
      onSubmit={send}
      {...(search !== undefined && { role: 'search', 'aria-label': search })}
    >
      {children}
    </form>
  );
}
