import { useQuery } from '@tanstack/react-query';
import { getChangeSet } from '@annals/contracts/change-sets';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { limitedQueryOf } from '../../../platform/api/limited-query.ts';
import { ApprovalLine } from '../../../domain/change-sets/ApprovalLine.tsx';
import { useMayOfferPage } from '../../../domain/permissions/may-open.ts';
import classes from './objects.module.css';
import { useHasBeenVisible } from './useHasBeenVisible.ts';

interface VersionApprovalsProps {
  partitionId: string;
  version: ObjectVersion;
}

/** The approvals of a version's change set; loaded once it becomes visible. */
export function VersionApprovals({ partitionId, version: { changeSetId } }: VersionApprovalsProps) {
  const [ref, visible] = useHasBeenVisible<HTMLSpanElement>();
  const mayOffer = useMayOfferPage();
  const isOffered =
    Boolean(changeSetId) && mayOffer('v1-partitions-partitionId-change-sets-changeSetId');
  const { data } = useQuery({
    ...approvedSetQuery(partitionId, changeSetId ?? ''),
    enabled: visible && isOffered,
  });
  if (!isOffered) return null;
  const approvals = data?.reviews.filter(({ decision, valid }) => valid && decision === 'APPROVED');
  return (
    <span ref={ref} className={classes.approvals}>
      {approvals?.map(({ userId, userName, date, signature }) => (
        <ApprovalLine
          key={userId}
          approval={{ userId, name: signature?.name ?? userName, date, signature }}
        />
      ))}
    </span>
  );
}

/** The approvals of a committed change set never change. */
const approvedSetQuery = (partitionId: string, changeSetId: string) => ({
  ...limitedQueryOf(getChangeSet, { params: { partitionId, changeSetId } }),
  staleTime: Number.POSITIVE_INFINITY,
});
