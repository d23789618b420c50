import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import classes from './GuardedForm.module.css';
import { useFormTexts } from './forms.texts.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { MergeFields } from './MergeFields.tsx';
import type { GuardedFormState } from './useGuardedForm.ts';

interface GuardedFormProps<Values extends object> {
  /** As `useGuardedForm` gives it. */
  form: GuardedFormState<Values>;
  /** The button that saves; "Save" without. */
  save?: string;
  /** The title of an error that belongs to no field. */
  failed?: string;
  /** How the fields are called, for the merge. */
  labels?: Readonly<Record<string, string>>;
  /** How a field's value is shown in the merge, where text and yes or no do not do. */
  show?: (name: string, value: unknown) => ReactNode;
  /** Asks for confirmation when there are changes. Without it there is no cancel button. */
  onCancel?: () => void;
  children: ReactNode;
}

const noLabels: Readonly<Record<string, string>> = {};

/** The fields, errors and buttons of a form, on a page or in a `Dialog form`. */
export function GuardedForm<Values extends object>({
  form,
  save,
  failed,
  labels = noLabels,
  show,
  onCancel,
  children,
}: GuardedFormProps<Values>) {
  const t = useFormTexts();
  const { attach, submit, merge, error, pending, guard } = form;
  return (
    <>
      {merge ? (
        <MergeFields merge={merge} labels={labels} show={show} pending={pending} />
      ) : (
        <form ref={attach} className={classes.form} noValidate onSubmit={submit}>
          {children}
          {error !== undefined && <ErrorPanel title={failed ?? t.notSaved} error={error} />}
          <div className={classes.buttons}>
            {onCancel && (
              <Button variant="default" disabled={pending} onClick={() => guard.ask(onCancel)}>
                {t.cancel}
              </Button>
            )}
            <Button type="submit" loading={pending}>
              {save ?? t.save}
            </Button>
          </div>
        </form>
      )}
      <LeaveDialog guard={guard} />
    </>
  );
}
