import type { AuditedAction } from '@annals/kit/change-reports';
import type { Transfer } from '@annals/contracts/transfers';

interface JobInEvent {
  id: string;
  kind: Transfer['kind'];
  fileName: string | null;
  fromPartitionId: string | null;
}

/** What every event about a job says of it, without its reason, which can be erased later. */
export const describeJob = ({ id, kind, fileName, fromPartitionId }: JobInEvent) => ({
  job: id,
  kind,
  ...(fileName !== null && { fileName }),
  ...(fromPartitionId !== null && { fromPartitionId }),
});

/** What somebody did with what belongs to a user, whom the event names unless they did it themselves. */
export const eventOfOwner = (
  event: AuditedAction,
  ownerId: string,
  callerId: string,
): AuditedAction =>
  ownerId === callerId
    ? event
    : { ...event, aboutUserId: ownerId, after: { ...event.after, userId: ownerId } };

/** What somebody did with a job, which runs with the rights of its owner. */
export const jobEvent = (
  action: AuditedAction['action'],
  job: JobInEvent & { ownerId: string },
  callerId: string,
  after: AuditedAction['after'] = {},
): AuditedAction =>
  eventOfOwner({ action, after: { ...describeJob(job), ...after } }, job.ownerId, callerId);
