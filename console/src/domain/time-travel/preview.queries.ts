import { previewChangeSet } from '@annals/contracts/change-set-operations';
import { queryOf } from '../../platform/api/query.ts';

/** What a preview shows of a change set, and which of its changes it leaves out. */
export const previewQuery = (partitionId: string, changeSetId: string) =>
  queryOf(previewChangeSet, { params: { partitionId, changeSetId } });
