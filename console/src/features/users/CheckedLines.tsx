import { Button } from '@mantine/core';
import { useServiceText } from '../../shared/service-messages/service-text.ts';
import { SimpleTable } from '../../shared/tables/SimpleTable.tsx';
import classes from './Invite.module.css';
import type { CheckedLine } from './InviteMany.tsx';
import { useInviteTexts } from './invite.texts.ts';

interface CheckedLinesProps {
  lines: readonly CheckedLine[];
  onBack: () => void;
  onInvite: () => void;
}

/** What would become of each line of the file. */
export function CheckedLines({ lines, onBack, onInvite }: CheckedLinesProps) {
  const t = useInviteTexts();
  const said = useServiceText();
  const fitting = lines.filter(({ outcome }) => outcome === 'DONE').length;
  const refused = lines.filter(({ outcome }) => outcome === 'REFUSED').length;
  return (
    <div className={classes.content}>
      <output className={classes.counts}>
        <span data-outcome={fitting > 0 ? 'DONE' : undefined}>{t.wouldInvite(fitting)}</span>
        {refused > 0 && <span data-outcome="REFUSED">{t.wouldRefuse(refused)}</span>}
      </output>
      <SimpleTable
        label={t.checked}
        columns={[
          { id: 'line', header: t.line, render: ({ row }) => row, fits: true },
          { id: 'email', header: t.email, render: ({ email }) => email },
          {
            id: 'outcome',
            header: t.outcome,
            render: ({ outcome, message }) => (
              <>
                <span className={classes.outcome} data-outcome={outcome}>
                  {t.outcomes[outcome]}
                </span>
                {message !== undefined && <span className={classes.message}>{said(message)}</span>}
              </>
            ),
          },
        ]}
        rows={lines}
        // A file may have an email twice, and the order never changes.
        rowKey={(_, index) => index}
        scrolls="tall"
        narrow
        framed
      />
      {fitting === 0 ? (
        <p className={classes.hint}>{t.nobodyFits}</p>
      ) : (
        refused > 0 && <p className={classes.hint}>{t.refusedStayOut}</p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack}>
          {t.back}
        </Button>
        {fitting > 0 && (
          <Button data-autofocus onClick={onInvite}>
            {t.inviteNow(fitting)}
          </Button>
        )}
      </div>
    </div>
  );
}
