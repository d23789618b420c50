import type { Query } from '@tanstack/react-query';
import type { CallName, Endpoint } from '@annals/contracts/endpoint';
import { CallError, NotOffered, ContractError, NotAuthenticated } from './errors.ts';
import { urlOf, type Input } from './request.ts';
import { sessionPhase } from './session.ts';
import { createStore } from './store.ts';

/**
 * The calls that the services turned out not to have, learnt from their answers and remembered until the next sign-in:
 * no page makes them again. Only calls beyond the specification are remembered, which a service may lack; of the others a
 * refusal is the answer of a moment. A plain 404 may be that of a gateway while a service restarts: it counts for some
 * minutes only, and not for a call that was answered before.
 */
const missing = new Map<string, { error: NotOffered; path: string; until: number }>();
const answered = new Set<CallName>();
const plainNotFoundMs = 5 * 60_000;
/** What a service says does not exist: calls below it fail whether or not the service has them. */
const absentPaths = new Set<string>();

/** What is shown goes by these: the calls that were missing when the page was opened, and reads at once. */
export const missingCalls = createStore<ReadonlySet<string>>(new Set());

/** The name of a call, whatever it is called with. */
export function nameOfCall({ method, path }: Endpoint): CallName {
  return `${method} ${path as `/${string}`}`;
}

/** A 404 of `/things/{thingId}` may be about that one thing, of which another says nothing. */
function keyOf(row: Endpoint, path: string): string {
  return row.path.endsWith('}') ? `${row.method} ${path}` : nameOfCall(row);
}

/** Throws what the service answered the last time, where it does not have the call. */
export function refuseIfMissing(row: Endpoint, input: Input): void {
  if (missing.size === 0 || isSpecified(row, input)) return;
  removeOutdated();
  const found = missing.get(nameOfCall(row)) ?? missing.get(keyOf(row, pathOf(row, input)));
  if (found) throw found.error;
}

/** The service has this call. */
export function recordAvailable(row: Endpoint): void {
  answered.add(nameOfCall(row));
}

function removeOutdated(): void {
  for (const [key, { until }] of missing) if (until <= Date.now()) missing.delete(key);
}

/**
 * What an error says of the call: ours give each refusal a code, a service that does not know a call has none to give.
 * @returns NotOffered where the service does not have the call
 */
export function learnFrom(error: unknown, row: Endpoint, input: Input): unknown {
  if (!(error instanceof CallError)) return error;
  const isKnownUnknown = error.status === 501 || error.status === 405;
  const isUncoded = error.status === 404 && error.problem.code === undefined;
  const path = pathOf(row, input);
  if (isSpecified(row, input)) {
    // What a text finds is no thing.
    const isOfOneThing = /\{\w+(?:Id|name)\}/.test(row.path) || row.specifiedWith !== undefined;
    if (error.status === 404 && row.method === 'GET' && isOfOneThing) recordAbsence(path);
    return isKnownUnknown || (isUncoded && !isOfOneThing) ? new NotOffered(error) : error;
  }
  // A list that is not known without the parameter which the specification gives it is refused as incomplete.
  const isIncomplete =
    row.specifiedWith !== undefined && error.status === 400 && error.problem.code === undefined;
  if (!isKnownUnknown && !isUncoded && !isIncomplete) return error;
  if (isUncoded && answered.has(nameOfCall(row))) return error;
  const notOffered = new NotOffered(error);
  if (isIncomplete || (isUncoded && isBelowAbsent(path))) return notOffered;
  const until = isUncoded ? Date.now() + plainNotFoundMs : Number.POSITIVE_INFINITY;
  missing.set(isUncoded ? keyOf(row, path) : nameOfCall(row), { error: notOffered, path, until });
  // A button does not go while somebody waits for what it does.
  if (row.method === 'GET') publishMissing();
  return notOffered;
}

/** The next page goes by what is known by now. */
export function publishMissing(): void {
  removeOutdated();
  if (missing.size > 0 || missingCalls.get().size > 0) missingCalls.set(new Set(missing.keys()));
}

/** Another service, or another person: what is offered is learnt anew. */
export function clearMissingCalls(): void {
  missing.clear();
  answered.clear();
  absentPaths.clear();
  publishMissing();
}

// Not at its end: the page that is still shown would ask once more.
sessionPhase.subscribe(() => {
  if (sessionPhase.get() === 'begun') clearMissingCalls();
});

function isSpecified(row: Endpoint, { query }: Input): boolean {
  if (!row.specified) return false;
  const { specifiedWith } = row;
  if (specifiedWith === undefined) return true;
  return (query as Record<string, unknown> | undefined)?.[specifiedWith] !== undefined;
}

function recordAbsence(path: string): void {
  absentPaths.add(path);
  for (const [key, { path: asked }] of missing)
    if (asked.startsWith(`${path}/`)) missing.delete(key);
  publishMissing();
}

function isBelowAbsent(path: string): boolean {
  return [...absentPaths].some((absent) => path.startsWith(`${absent}/`));
}

function pathOf(row: Endpoint, { params }: Input): string {
  return urlOf(row, { params });
}

let pageOpened = 0;

/** Another page is opened: it may ask once more for what was rejected before. */
export function startPage(): void {
  pageOpened = Date.now();
  publishMissing();
}

/** Asking again cannot help at once: the service does not know the call, or refuses it. */
function isRejection(error: unknown): boolean {
  if (error instanceof ContractError) return true;
  if (!(error instanceof CallError) || error instanceof NotAuthenticated) return false;
  return (
    error.status === 501 || (error.status < 500 && ![401, 408, 425, 429].includes(error.status))
  );
}

/** Whether the service has rejected the query since the page was opened: only "Try again" asks once more. */
export function wasRejected({ state }: Pick<Query, 'state'>): boolean {
  return state.status === 'error' && state.errorUpdatedAt >= pageOpened && isRejection(state.error);
}
