import { decodeCursor, encodeCursor, isId, isMoment } from '@annals/kit/lists/cursor';
import { pageFrom, rowsBefore, type Paging } from '@annals/kit/lists/paging';
import type { Sight } from '../authority/sight.sql.ts';
import { momentOf } from '../clock.ts';
import type { Parts } from '../parts.ts';
import {
  countTokens,
  selectTokens,
  type TokenFilter,
  type TokenRow,
  type TokenSortField,
} from './api-tokens.sql.ts';

/** Further than this the tokens are not counted on each page. */
const countedExactly = 10_000;

const fields: TokenSortField[] = ['createdDate', 'expiresDate', 'lastUsedDate'];

export type TokenSort = TokenSortField | `-${TokenSortField}`;

/** One page of the tokens in sight that were not revoked; the newest first unless told otherwise. */
export async function listTokensInSight(
  { database, clock, apiTokenUses }: Parts,
  sight: Sight,
  filter: TokenFilter,
  query: Paging & { sort?: TokenSort | undefined },
) {
  await apiTokenUses.write();
  const { pageSize, sort = '-createdDate' } = query;
  const now = momentOf(clock());
  const field = fields.find((each) => sort === each || sort === `-${each}`) ?? 'createdDate';
  const after = placeAfter(query.cursor, sort);
  const skip = rowsBefore(query);
  const rows = await selectTokens(
    database,
    sight,
    filter,
    { field, descending: sort.startsWith('-') },
    { now, after, skip, count: pageSize + 1 },
  );
  const page = pageFrom(
    rows,
    pageSize,
    (token) => token,
    (token) => encodeCursor('tokens', sort, sortValueOf(token, field), token.id),
  );
  const whole = after === undefined && skip === 0 && !page.hasMore;
  const count = whole
    ? page.data.length
    : await countTokens(database, sight, filter, now, countedExactly + 1);
  return {
    ...page,
    total: { value: Math.min(count, countedExactly), estimate: count > countedExactly },
  };
}

/** A cursor goes with the order it was made in. */
function placeAfter(
  cursor: string | undefined,
  sort: TokenSort,
): { value: string; id: string } | undefined {
  const isValue = (part: unknown) => part === 'infinity' || part === '-infinity' || isMoment(part);
  const parts = decodeCursor('tokens', cursor, [(part) => part === sort, isValue, isId]);
  return parts && { value: String(parts[1]), id: String(parts[2]) };
}

/** As the database orders it: one that never expires comes last, one that was never used first. */
function sortValueOf(token: TokenRow, field: TokenSortField): string {
  return token[field] ?? (field === 'expiresDate' ? 'infinity' : '-infinity');
}
