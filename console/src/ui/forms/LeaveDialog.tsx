import { Button } from '@mantine/core';
import { Dialog } from '../states/Dialog.tsx';
import classes from './GuardedForm.module.css';
import { useFormTexts } from './forms.texts.ts';
import type { LeaveGuard } from './useLeaveGuard.ts';

/** Asks before unsaved changes are lost. */
export function LeaveDialog({
  guard,
  question,
}: {
  guard: Pick<LeaveGuard, 'asking' | 'stay' | 'leave'>;
  question?: string;
}) {
  const t = useFormTexts();
  return (
    <Dialog title={t.leaveTitle} opened={guard.asking} onClose={guard.stay} size="sm" top>
      <p className={classes.question}>{question ?? t.leaveQuestion}</p>
      <div className={classes.buttons}>
        <Button variant="default" data-autofocus onClick={guard.stay}>
          {t.stay}
        </Button>
        <Button color="red" onClick={guard.leave}>
          {t.leave}
        </Button>
      </div>
    </Dialog>
  );
}
