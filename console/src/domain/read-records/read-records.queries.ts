import {
  getReadRecording,
  listReads,
  listReadsOfAll,
  putReadRecording,
} from '@annals/contracts/read-records';
import { invalidate, queryOf } from '../../platform/api/query.ts';
import { listOf } from '../../ui/list/list-of.ts';

const filters = { user: 'userId', from: 'from', to: 'to' } as const;

/** Who looked at a partition, or at one of its objects. */
export const readsList = listOf(listReads, { name: 'reads', filters });

/** What somebody looked at, in all partitions. */
export const readsOfAllList = listOf(listReadsOfAll, {
  name: 'reads-of-all',
  filters: { from: 'from', to: 'to' },
});

export const readRecordingQuery = (partitionId: string) =>
  queryOf(getReadRecording, { params: { partitionId } });

export const invalidateReadRecording = () =>
  invalidate(getReadRecording, listReads, putReadRecording);
