import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getPartition } from '@annals/contracts/partitions';
import { memberRoleSuffices, memberRoles, type MemberRole } from '@annals/contracts/permissions';
import type { Partition } from '../../../platform/api/things.ts';
import { queryOf } from '../../../platform/api/query.ts';
import { useMay } from '../../../domain/permissions/my-permissions.ts';
import { usePageLocation } from '../../../platform/page-location.ts';
import { oneOf } from '../../../platform/search.ts';
import { useTransferTexts } from './transfers.texts.ts';

/** The picked partition, initially the one in the URL. */
export function usePartitionChoice() {
  const { search } = usePageLocation();
  const id = oneOf(search['partition']);
  const named = useQuery({
    ...queryOf(getPartition, { params: { partitionId: id ?? '' } }),
    enabled: id !== undefined,
  });
  const [picked, pick] = useState<Partition | null>();
  return {
    partition: picked === undefined ? (named.data ?? null) : picked,
    isLoading: picked === undefined && named.isLoading,
    pick,
  };
}

/** Why the user may not write to a partition; undefined if they may. The service decides. */
export function useRefusalOf(): (
  partition: Partition | null,
  needed: MemberRole,
) => string | undefined {
  const t = useTransferTexts();
  const writesAll = useMay('partitions:write-all');
  return (partition, needed) => {
    if (partition === null) return undefined;
    if (partition.archivedDate) return t.archived;
    // If the service reports no role, it decides when writing.
    if (writesAll || partition.role === undefined) return undefined;
    const role = memberRoles.find((each) => each === partition.role);
    if (role !== undefined && memberRoleSuffices(role, needed)) return undefined;
    return needed === 'OWNER' ? t.ownersOnly : t.mayNot;
  };
}
