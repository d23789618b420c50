import { CloseButton, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { type MemberRole, memberRoles } from '@annals/contracts/permissions';
import { shortenId } from '../ids/display-names.ts';
import { PartitionPicker } from '../pickers/PartitionPicker.tsx';
import type { Membership } from './invitation.ts';
import classes from './Invite.module.css';
import { useInvitationTexts } from './invitations.texts.ts';

interface MembershipFieldsProps {
  value: readonly Membership[];
  onChange: (value: Membership[]) => void;
  error?: ReactNode;
}

/** Partitions with the role in each. */
export function MembershipFields({ value, onChange, error }: MembershipFieldsProps) {
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
            const name = partition.partitionName ?? shortenId(partition.id);
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
