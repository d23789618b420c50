import { Button } from '@mantine/core';
import { OutcomeCounts, useOutcomeColumn } from '../../ui/bulk/Outcomes.tsx';
import { SimpleTable } from '../../ui/tables/SimpleTable.tsx';
import classes from './Invite.module.css';
import type { CheckedLine } from './InviteFromFile.tsx';
import { useRoleLabels } from '../../domain/permissions/role-labels.ts';
import { useInviteTexts } from './invite.texts.ts';
import { useUserTexts } from './users.texts.ts';

interface InvitationPreviewProps {
  lines: readonly CheckedLine[];
  /** The headings of columns that were not read. */
  unread: readonly string[];
  onBack: () => void;
  onInvite: () => void;
}

/** The dry-run result of each line of the file. */
export function InvitationPreview({ lines, unread, onBack, onInvite }: InvitationPreviewProps) {
  const t = useInviteTexts();
  const shared = useUserTexts();
  const labelsOf = useRoleLabels();
  const outcome = useOutcomeColumn<CheckedLine>(t.outcome, t.outcomes);
  const fitting = lines.filter((line) => line.outcome === 'DONE').length;
  const isRefused = ({ outcome: result }: CheckedLine) => result === 'REFUSED';
  const refused = lines.filter(isRefused).length;
  // Nobody looks through hundreds of lines for the few to correct.
  const ordered = lines.toSorted((one, other) => Number(isRefused(other)) - Number(isRefused(one)));
  return (
    <div className={classes.content}>
      <OutcomeCounts
        counts={[
          [fitting > 0 ? 'DONE' : 'UNCHANGED', t.wouldInvite(fitting)],
          ...(refused > 0 ? [['REFUSED', t.wouldRefuse(refused)] as const] : []),
        ]}
      />
      {unread.length > 0 && <p className={classes.hint}>{t.unread(unread.join(', '))}</p>}
      <SimpleTable
        label={t.checked}
        columns={[
          { id: 'line', header: t.line, render: ({ row }) => row, fits: true },
          // The column is wide enough for its text, which would otherwise squeeze the email.
          {
            id: 'email',
            header: t.email,
            names: true,
            render: ({ email, name }) => (
              <>
                {email}
                {name && <span className={classes.name}>{name}</span>}
              </>
            ),
            width: '30%',
          },
          {
            id: 'roles',
            header: shared.roles,
            render: ({ roles = [] }) => roles.map((name) => labelsOf({ name }).name).join(', '),
            width: '20%',
          },
          {
            id: 'units',
            header: shared.unitsShort,
            render: ({ units = [] }) => units.join(', '),
            width: '18%',
          },
          outcome,
        ]}
        rows={ordered}
        // A file may repeat an email; the order never changes, so the index is a stable key.
        rowKey={(_, index) => index}
        scrolls="tall"
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
