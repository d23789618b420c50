import { listTokens } from '@annals/contracts/api-tokens';
import { listApplicationTokens } from '@annals/contracts/applications';
import { maximalPageSize } from '@annals/contracts/fields';
import { call } from '../../platform/api/call.ts';
import { everyPage } from '../../platform/api/query.ts';

/** All API tokens of somebody: expired ones stay in the lists, so an old one that works may come after any number of them. */
export const tokenPagesOf = ({ kind, id }: { kind: 'user' | 'application'; id: string }) =>
  everyPage((cursor) => {
    const query = { cursor, pageSize: maximalPageSize };
    return kind === 'application'
      ? call(listApplicationTokens, { params: { applicationId: id }, query })
      : call(listTokens, { query: { ...query, ownerId: id } });
  });
