import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { GuardedForm } from '../../ui/forms/GuardedForm.tsx';
import { useGuardedForm } from '../../ui/forms/useGuardedForm.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { Dialog } from '../../ui/states/Dialog.tsx';
import { MomentInput } from '../../platform/time/MomentInput.tsx';
import { rolesQuery } from '../permissions/roles.queries.ts';
import { PartitionPicker } from '../pickers/PartitionPicker.tsx';
import { PickMany } from '../pickers/PickMany.tsx';
import { UnitPicker } from '../pickers/UnitPicker.tsx';
import { invite, seatChecks, seatInvitation, type Invited, type SeatValues } from './invitation.ts';
import classes from './Invite.module.css';
import { useInvitationTexts } from './invitations.texts.ts';
import { PersonFields } from './PersonFields.tsx';
import { useSentInvitation } from './useSentInvitation.tsx';

const emptySeat: SeatValues = {
  email: '',
  name: '',
  lang: 'en',
  accessEndsDate: '',
  partitions: [],
  organizationalUnitIds: [],
  auditLog: false,
};

/** Invites an auditor: a guest who reads what is chosen, until a date. */
export function AuditorSeatDialog({ onClose }: { onClose: () => void }) {
  const t = useInvitationTexts();
  const { failures, onSaved } = useSentInvitation(onClose);
  const { data: roles } = useQuery(rolesQuery());
  const mayGiveLog =
    roles?.data.some(({ name, mayGrant }) => name === 'AUDIT_LOG_READER' && mayGrant) ?? false;
  const form = useGuardedForm<SeatValues, Invited>({
    initialValues: emptySeat,
    validate: seatChecks(t),
    save: (values) => invite(seatInvitation(values)),
    onSaved,
  });
  if (failures !== undefined) return failures;
  return (
    <Dialog title={t.seatTitle} onClose={onClose} form size="lg">
      <GuardedForm form={form} save={t.send} failed={t.notSent} onCancel={onClose}>
        <p className={classes.hint}>{t.seatHint}</p>
        <PersonFields form={form} />
        <MomentInput
          label={t.accessEnds}
          description={t.accessEndsHint}
          withAsterisk
          day="end"
          {...form.field('accessEndsDate')}
        />
        <PickMany
          label={t.seatPartitions}
          description={t.seatPartitionsHint}
          name={(partition) => shownName(partition.partitionName, partition.id)}
          picker={PartitionPicker}
          {...form.field('partitions')}
        />
        <PickMany
          label={t.seatUnits}
          description={t.seatUnitsHint}
          name={(unit) => shownName(unit.name, unit.id)}
          picker={UnitPicker}
          {...form.field('organizationalUnitIds')}
        />
        <Checkbox
          label={t.auditLog}
          description={mayGiveLog ? t.auditLogHint : t.auditLogNotYours}
          disabled={!mayGiveLog}
          checked={form.values.auditLog}
          onChange={({ currentTarget }) => form.set('auditLog', currentTarget.checked)}
        />
      </GuardedForm>
    </Dialog>
  );
}
