import { queryOptions } from '@tanstack/react-query';
import { checkChangeSet, getChangeSet } from '@annals/contracts/change-sets';
import { getOperation, listOperations } from '@annals/contracts/change-set-operations';
import {
  listChangeSetComments,
  type ChangeSetComment,
} from '@annals/contracts/change-set-comments';
import { maximalPageSize } from '@annals/contracts/fields';
import { call } from '../../../platform/api/call.ts';
import { limitedQueryOf } from '../../../platform/api/limited-query.ts';
import { everyPage, infiniteQueryOf, queryKeyOf, queryOf } from '../../../platform/api/query.ts';

export interface SetParams {
  partitionId: string;
  changeSetId: string;
}

/** The number of operations per page: enough to say in a line what most sets do. */
const pageSize = 100;

export const changeSetQuery = (params: SetParams) => queryOf(getChangeSet, { params });
export const operationsQuery = (params: SetParams) =>
  infiniteQueryOf(listOperations, { params, query: { pageSize } });
export const operationQuery = (params: SetParams, operationId: string) =>
  limitedQueryOf(getOperation, { params: { ...params, operationId } });
export const checkQuery = (params: SetParams) => queryOf(checkChangeSet, { params });

/** All comments, oldest first. */
export function commentsQuery(params: SetParams) {
  return queryOptions({
    queryKey: [...queryKeyOf(listChangeSetComments, { params }), 'all'],
    queryFn: async ({ signal }) => {
      const all: ChangeSetComment[] = [];
      const read = (cursor: string | undefined) =>
        call(
          listChangeSetComments,
          { params, query: { pageSize: maximalPageSize, cursor } },
          { signal },
        );
      for await (const { data } of everyPage(read)) all.push(...data);
      return all;
    },
  });
}
