import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { useDialogLeave } from '../states/dialog-leave.ts';
import classes from './GuardedForm.module.css';
import { useFormTexts } from './forms.texts.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { MergeFields } from './MergeFields.tsx';
import type { GuardedFormState } from './useGuardedForm.ts';

interface GuardedFormProps<Values extends object> {
  /** The result of `useGuardedForm`. */
  form: GuardedFormState<Values>;
  /** The label of the button; default: "Save". */
  save?: string;
  /** The title of an error that belongs to no field. */
  failed?: string;
  /** The labels of the fields in the merge. */
  labels?: Readonly<Record<string, string>>;
  /** Renders a value in the merge, if the default does not fit. */
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
  useDialogLeave(
    onCancel &&
      (() => {
        if (!pending && !guard.asking) guard.ask(onCancel);
      }),
  );
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
