import { say } from '@annals/contracts/messages';
import { searchedWords } from '@annals/rules/searched-words';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { databaseMoment } from '@annals/kit/database/database-moment';
import type { PageRange } from '@annals/kit/lists/keyset';
import type { Found } from '@annals/kit/lists/page-bytes';
import { capTotal, maxExactTotal, type Paging } from '@annals/kit/lists/paging';
import { badRequest, fieldProblem } from '@annals/kit/problem';
import { unlimitedScope, type Scope } from '../authority/scope.sql.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { readerOf, selectUsersById, type Reader, type UserRow } from './user-columns.sql.ts';
import {
  isUnfiltered,
  countUsers,
  findUsers,
  guessUsers,
  sampleUsers,
  scanUsers,
  usersSortedBy,
  type UserFilter,
  type UserSort,
} from './user-search.sql.ts';
import { selectUsersAsOf, type PastUserRow } from './users-as-of.sql.ts';

const day = 86_400_000;
const sampled = 2_000;
const sampledForText = 300;
/** Below this number of hits a sample is too imprecise. */
const roughBelow = 2_000;

export interface ListQuery extends Paging {
  status?: string | undefined;
  role?: string | undefined;
  organizationalUnitId?: string | undefined;
  /** Includes the units below the given unit. */
  below?: boolean | undefined;
  neverSignedIn?: boolean | undefined;
  notSignedInForDays?: number | undefined;
  secondFactor?: boolean | undefined;
  externalEmail?: boolean | undefined;
  sort?: UserSort | undefined;
  include?: readonly string[] | undefined;
  asOf?: string | undefined;
}

/** One page of the users in scope, now or as of a moment. */
export async function listUsersInScope(
  { database, clock }: ServiceContext,
  caller: Caller,
  query: ListQuery,
  containing?: string,
) {
  const { sort = 'name', include = [] } = query;
  const asOf = databaseMoment(query.asOf);
  const now = clock();
  const reader = readerOf(caller, toTimestamp(now));
  const filter = filterOf(query, containing, now);
  const sorted = usersSortedBy(sort);
  const range = sorted.rangeOf(query);
  const grants = include.includes('roleGrants');
  const { users, total } =
    asOf === undefined
      ? await usersNow(database, reader, filter, sort, range, grants)
      : await usersThen(database, reader, filter, sort, range, asOf);
  const page = sorted.pageOf(users, query, (user) => user);
  return { ...page, total };
}

type Total = { value: number; estimate: boolean };

async function usersNow(
  database: Queryable,
  reader: Reader,
  filter: UserFilter,
  sort: UserSort,
  range: PageRange,
  grants: boolean,
): Promise<{ users: Found<UserRow>[]; total: Total }> {
  const { scope } = reader;
  const shape = { grants, pageSize: range.pageSize };
  const scanned = await scanUsers(database, scope, filter, sort, range);
  if (scanned === undefined) {
    const search = { ...filter, isCommonText: await isCommonText(database, filter) };
    const { ids, total } = await findUsers(database, scope, search, sort, range);
    const users = await selectUsersById(database, reader, ids, shape);
    return { users, total: { value: total, estimate: false } };
  }
  const users = await selectUsersById(database, reader, scanned, shape);
  return { users, total: await totalOf(database, scope, filter) };
}

/** Whether a large share of all users contains the text, according to a sample. */
async function isCommonText(
  database: Queryable,
  { containing, now }: UserFilter,
): Promise<boolean> {
  if (containing === undefined) return false;
  const percent = percentFor(await guessUsers(database), sampledForText);
  const { matching, looked } = await sampleUsers(
    database,
    unlimitedScope,
    { containing, now },
    percent,
  );
  return matching > looked / 4;
}

const percentFor = (all: number, rows: number): number =>
  all === 0 ? 100 : Math.min(100, (100 * rows) / all);

/** A total that costs about the same in a large table as in a small one. */
async function totalOf(database: Queryable, scope: Scope, filter: UserFilter): Promise<Total> {
  const all = await guessUsers(database);
  if (all > maxExactTotal) {
    if (isUnfiltered(scope, filter)) return { value: roundEstimate(all), estimate: true };
    const percent = percentFor(all, sampled);
    const { matching, looked } = await sampleUsers(database, scope, filter, percent);
    const guess = looked === 0 ? 0 : (all * matching) / looked;
    if (guess > roughBelow) return { value: roundEstimate(guess), estimate: true };
  }
  const search = { ...filter, isCommonText: all <= maxExactTotal };
  const count = await countUsers(database, scope, search, maxExactTotal + 1);
  return capTotal(count);
}

/** Two digits: the precision of the estimate. */
function roundEstimate(estimate: number): number {
  return Number(estimate.toPrecision(2));
}

async function usersThen(
  database: Queryable,
  reader: Reader,
  filter: UserFilter,
  sort: UserSort,
  range: PageRange,
  asOf: string,
): Promise<{ users: Found<PastUserRow>[]; total: Total }> {
  const { users, total } = await selectUsersAsOf(database, reader, filter, sort, range, asOf);
  return { users, total: { value: total, estimate: false } };
}

function filterOf(query: ListQuery, containing: string | undefined, now: number): UserFilter {
  const { status, role, organizationalUnitId, below, neverSignedIn, notSignedInForDays } = query;
  if (query.asOf !== undefined) requirePastFilters(query);
  return {
    status,
    role,
    unitId: organizationalUnitId,
    below,
    neverSignedIn,
    notSignedInSince:
      notSignedInForDays === undefined ? undefined : toTimestamp(now - notSignedInForDays * day),
    secondFactor: query.secondFactor,
    externalEmail: query.externalEmail,
    containing: containing === undefined ? undefined : searchedWords(containing),
    now: toTimestamp(now),
  };
}

const presentFilters = [
  'neverSignedIn',
  'notSignedInForDays',
  'secondFactor',
  'externalEmail',
] as const;

function requirePastFilters(query: ListQuery) {
  const { status, sort } = query;
  const message = say('presentOnly');
  const unknown = [
    ...(status === 'LOCKED' ? ['query.status'] : []),
    ...presentFilters.flatMap((name) => (query[name] === undefined ? [] : [`query.${name}`])),
    ...(sort?.endsWith('lastSignInDate') === true ? ['query.sort'] : []),
  ];
  if (unknown.length > 0)
    throw badRequest(
      say('signInsPresentOnly'),
      unknown.map((path) => fieldProblem(path, message)),
    );
}
