import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bulkUsers } from '@annals/contracts/user-administration';
import type { AnswerOf } from '../../platform/api/told.ts';
import { call } from '../../platform/api/call.ts';
import { BulkResults } from '../../ui/bulk/BulkResults.tsx';
import { useBulk } from '../../ui/bulk/useBulk.ts';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { LeaveDialog } from '../../ui/forms/LeaveDialog.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { rolesQuery } from '../../domain/permissions/roles.queries.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { invalidateUsers } from '../../domain/users/invalidate-users.ts';
import { InvitationPreview } from './InvitationPreview.tsx';
import { CsvField } from './CsvField.tsx';
import { maxCharacters, type PersonToInvite, readInvitationFile } from './invitation-csv.ts';
import { useInviteTexts } from './invite.texts.ts';

/** A line of the file with what the service says about it. */
export type CheckedLine = AnswerOf<typeof bulkUsers>['results'][number] &
  Partial<Pick<PersonToInvite, 'name' | 'roles' | 'units'>>;

/** A valid line, with its text in the file. */
interface Invitation {
  email: string;
  record: string;
}

/** Invitations per call, few enough to show progress and to stop in between. */
const maxBatchSize = 25;

/** Invites everyone in a file: a dry run with a result per line, then the invitations. */
export function InviteFromFile({ onClose }: { onClose: () => void }) {
  const t = useInviteTexts();
  const bulk = useBulk<Invitation>();
  const [checked, setChecked] = useState<readonly CheckedLine[]>();
  const roles = useQuery(rolesQuery()).data?.data ?? [];
  const fileOf = (csv: string) =>
    readInvitationFile(
      csv,
      roles.map(({ name }) => name),
    );
  const form = useGuardedForm({
    initialValues: { csv: '' },
    validate: {
      csv: (csv: string) => {
        if (csv.trim() === '') return t.csvMissing;
        if (csv.length > maxCharacters) return t.csvTooLong;
        return fileOf(csv).lacksHeading ? t.headingMissing : null;
      },
    },
    save: ({ csv }) =>
      call(bulkUsers, { body: { action: 'INVITE', csv: fileOf(csv).csv, dryRun: true } }),
    onSaved: ({ results }, { csv }) => {
      const { people } = fileOf(csv);
      setChecked(
        results.map((line, index) => {
          const {
            line: row = line.row,
            name = '',
            roles: named = [],
            units = [],
          } = people[index] ?? {};
          return { ...line, row, name, roles: named, units };
        }),
      );
    },
    asks: true,
  });

  function invite(lines: readonly CheckedLine[]) {
    const { header, people } = fileOf(form.values.csv);
    const items = lines.flatMap(({ outcome, email = '' }, index) =>
      outcome === 'DONE' ? [{ email, record: people[index]?.record ?? '' }] : [],
    );
    form.guard.release();
    bulk.start({
      title: t.inviting,
      items,
      size: maxBatchSize,
      name: ({ email }) => email,
      act: async (chunk, signal) => {
        const csv = [header, ...chunk.map(({ record }) => record)].join('\r\n');
        const body = { action: 'INVITE' as const, csv, dryRun: false };
        return (await call(bulkUsers, { body }, { signal })).results;
      },
    });
  }

  if (bulk.run)
    return (
      <BulkResults
        bulk={bulk}
        filename="invitations"
        onClose={() => {
          void invalidateUsers();
          onClose();
        }}
      />
    );
  return (
    <Dialog title={t.manyTitle} onClose={onClose} form size="xl">
      {checked ? (
        <>
          <InvitationPreview
            lines={checked}
            unread={fileOf(form.values.csv).unread}
            onBack={() => setChecked(undefined)}
            onInvite={() => invite(checked)}
          />
          <LeaveDialog guard={form.guard} />
        </>
      ) : (
        <GuardedForm form={form} save={t.check} failed={t.notChecked} onCancel={onClose}>
          <CsvField {...form.field('csv')} />
        </GuardedForm>
      )}
    </Dialog>
  );
}
