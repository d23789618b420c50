import { encodeCursor, isMoment } from '@annals/kit/lists/cursor';
import { pageOfFound } from '@annals/kit/lists/page-bytes';
import { rowsBefore, withTotal, type Paging } from '@annals/kit/lists/paging';
import { orderOf, positionAfter, type Sort } from '@annals/kit/lists/sorted';
import type { Scope } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import {
  countTokens,
  selectTokens,
  type TokenFilter,
  type TokenRow,
  type TokenSortField,
} from './api-tokens.sql.ts';

const fields: [TokenSortField, ...TokenSortField[]] = [
  'createdDate',
  'expiresDate',
  'lastUsedDate',
];

/** One page of the tokens in scope that were not revoked; the newest first by default. */
export async function listTokensInScope(
  { database, clock, apiTokenUses }: ServiceContext,
  scope: Scope,
  filter: TokenFilter,
  query: Paging & { sort?: Sort<TokenSortField> | undefined },
) {
  await apiTokenUses.write();
  const { pageSize, sort = '-createdDate' } = query;
  const now = toTimestamp(clock());
  const order = orderOf(fields, sort);
  const after = positionAfter('tokens', query.cursor, sort, isMomentOrNone);
  const skip = rowsBefore(query);
  const rows = await selectTokens(database, scope, filter, order, {
    now,
    after,
    skip,
    pageSize,
  });
  const page = pageOfFound(
    rows,
    query,
    (token) => token,
    (token) => encodeCursor('tokens', sort, sortValueOf(token, order.field), token.id),
  );
  return withTotal(page, { after, skip }, (most) =>
    countTokens(database, scope, filter, now, most),
  );
}

const isMomentOrNone = (part: unknown) =>
  part === 'infinity' || part === '-infinity' || isMoment(part);

/** As the database orders it: one that never expires comes last, one that was never used first. */
function sortValueOf(token: TokenRow, field: TokenSortField): string {
  return token[field] ?? (field === 'expiresDate' ? 'infinity' : '-infinity');
}
