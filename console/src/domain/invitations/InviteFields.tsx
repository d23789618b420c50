import { NativeSelect, CloseButton } from '@mantine/core';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { PickMany } from '../pickers/PickMany.tsx';
import { RolePicker } from '../pickers/RolePicker.tsx';
import { UnitPicker } from '../pickers/UnitPicker.tsx';
import { RoleEffects } from '../permissions/RoleEffects.tsx';
import { useRolesThroughUnits } from '../permissions/UnitEffects.tsx';
import { useCapability } from '../../platform/capabilities.ts';
import type { InvitationValues, Membership } from './invitation.ts';
import classes from './Invite.module.css';
import { useInvitationTexts } from './invitations.texts.ts';
import type { ReactNode } from 'react';
import { type MemberRole, memberRoles } from '@annals/contracts/permissions';
import { PartitionPicker } from '../pickers/PartitionPicker.tsx';
import { PersonFields } from './PersonFields.tsx';

export function InviteFields({ form }: { form: GuardedFormState<InvitationValues> }) {
  const t = useInvitationTexts();
  const takesMore = useCapability('authentication');
  const { roles, organizationalUnitIds } = form.values;
  const throughUnits = useRolesThroughUnits(organizationalUnitIds.map(({ id }) => id));
  return (
    <>
      <p className={classes.hint}>{t.hint}</p>
      <PersonFields form={form} takesName={takesMore} />
      {takesMore && (
        <>
          <PickMany
            label={t.units}
            name={(unit) => shownName(unit.name, unit.id)}
            picker={UnitPicker}
            {...form.field('organizationalUnitIds')}
          />
          <RolePicker label={t.roles} description={t.rolesHint} {...form.field('roles')} />
          <RoleEffects gained={[...new Set([...roles, ...throughUnits])]} lost={[]} />
          <MembershipFields {...form.field('memberships')} />
        </>
      )}
    </>
  );
}

interface MembershipFieldsProps {
  value: readonly Membership[];
  onChange: (value: Membership[]) => void;
  error?: ReactNode;
}

/** Partitions with the role in each. */
function MembershipFields({ value, onChange, error }: MembershipFieldsProps) {
  const t = useInvitationTexts();
  const setRole = (partitionId: string, role: MemberRole) =>
    onChange(value.map((each) => (each.partition.id === partitionId ? { ...each, role } : each)));
  return (
    <div className={classes.memberships}>
      <PartitionPicker
        label={t.partitions}
        description={t.partitionsHint}
        value={null}
        except={value.map(({ partition }) => partition.id)}
        error={error}
        onChange={(partition) => partition && onChange([...value, { partition, role: 'READER' }])}
      />
      {value.length > 0 && (
        <ul className={classes.chosen} aria-label={t.partitions}>
          {value.map(({ partition, role }) => {
            const name = shownName(partition.partitionName, partition.id);
            return (
              <li key={partition.id}>
                <span className={classes.partition}>{name}</span>
                <NativeSelect
                  size="xs"
                  aria-label={t.partitionRole(name)}
                  value={role}
                  data={memberRoles.map((each) => ({ value: each, label: t.memberRoles[each] }))}
                  onChange={({ currentTarget }) => {
                    const next = memberRoles.find((each) => each === currentTarget.value);
                    if (next) setRole(partition.id, next);
                  }}
                />
                <CloseButton
                  size="sm"
                  aria-label={t.removePartition(name)}
                  onClick={() => onChange(value.filter((each) => each.partition !== partition))}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
