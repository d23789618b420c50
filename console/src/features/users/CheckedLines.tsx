import { Button } from '@mantine/core';
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
  const fitting = lines.filter(({ outcome }) => outcome === 'DONE').length;
  const refused = lines.filter(({ outcome }) => outcome === 'REFUSED').length;
  return (
    <div className={classes.content}>
      <output className={classes.counts}>
        <span data-outcome={fitting > 0 ? 'DONE' : undefined}>{t.wouldInvite(fitting)}</span>
        {refused > 0 && <span data-outcome="REFUSED">{t.wouldRefuse(refused)}</span>}
      </output>
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroller} role="region" aria-label={t.checked} tabIndex={0}>
        <table className={classes.rows}>
          <thead>
            <tr>
              <th scope="col">{t.line}</th>
              <th scope="col">{t.email}</th>
              <th scope="col">{t.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ row, email, outcome, message }, index) => (
              // A file may have an email twice, and the order never changes.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <td>{row}</td>
                <td>{email}</td>
                <td>
                  <span className={classes.outcome} data-outcome={outcome}>
                    {t.outcomes[outcome]}
                  </span>
                  {message !== undefined && <span className={classes.message}>{message}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
