import type { Query } from '@tanstack/react-query';
import type { CallName, Endpoint } from '@annals/contracts/endpoint';
import { CallError, NotOffered, ContractError, NotAuthenticated } from './errors.ts';
import { urlOf, type Input } from './request.ts';
import { sessionPhase } from './session.ts';
import { createStore } from './store.ts';

/**
 * The calls that the services do not have, learned from responses and remembered until the next sign-in, so that no
 * page sends them again. Only calls beyond the specification are remembered, because a service may lack these; a
 * refusal of another call is temporary. A plain 404 may come from a gateway while a service restarts: it counts for
 * some minutes only, and not for a call that was answered before.
 */
const missing = new Map<string, { error: NotOffered; path: string; until: number }>();
const answered = new Set<CallName>();
const plainNotFoundMs = 5 * 60_000;
/** Paths of items that do not exist: calls below them fail whether or not the service has them. */
const absentPaths = new Set<string>();

/** The calls that pages treat as missing: those known when the page was opened, and missing reads immediately. */
export const missingCalls = createStore<ReadonlySet<string>>(new Set());

/** The name of a call, independent of its input. */
export function nameOfCall({ method, path }: Endpoint): CallName {
  return `${method} ${path as `/${string}`}`;
}

/** A 404 of `/things/{thingId}` may only concern that item, so these calls are remembered by item. */
function keyOf(row: Endpoint, path: string): string {
  return row.path.endsWith('}') ? `${row.method} ${path}` : nameOfCall(row);
}

/** Throws the earlier error if the service is known not to have the call. */
export function refuseIfMissing(row: Endpoint, input: Input): void {
  if (missing.size === 0 || isSpecified(row, input)) return;
  removeOutdated();
  const found = missing.get(nameOfCall(row)) ?? missing.get(keyOf(row, pathOf(row, input)));
  if (found) throw found.error;
}

/** Records that the service has this call. */
export function recordAvailable(row: Endpoint): void {
  answered.add(nameOfCall(row));
}

function removeOutdated(): void {
  for (const [key, { until }] of missing) if (until <= Date.now()) missing.delete(key);
}

/**
 * Learns from an error whether the service has the call: our refusals all have a code, and a service that does not know
 * a call gives none.
 * @returns NotOffered if the service does not have the call, otherwise the error
 */
export function learnFrom(error: unknown, row: Endpoint, input: Input): unknown {
  if (!(error instanceof CallError)) return error;
  const isKnownUnknown = error.status === 501 || error.status === 405;
  const isUncoded = error.status === 404 && error.problem.code === undefined;
  const path = pathOf(row, input);
  if (isSpecified(row, input)) {
    // The result of a text search is not an item.
    const isOfOneThing = /\{\w+(?:Id|name)\}/.test(row.path) || row.specifiedWith !== undefined;
    if (error.status === 404 && row.method === 'GET' && isOfOneThing) recordAbsence(path);
    return isKnownUnknown || (isUncoded && !isOfOneThing) ? new NotOffered(error) : error;
  }
  // A service that knows a list only with the parameter of the specification refuses it as incomplete.
  const isIncomplete =
    row.specifiedWith !== undefined && error.status === 400 && error.problem.code === undefined;
  if (!isKnownUnknown && !isUncoded && !isIncomplete) return error;
  if (isUncoded && answered.has(nameOfCall(row))) return error;
  const notOffered = new NotOffered(error);
  if (isIncomplete || (isUncoded && isBelowAbsent(path))) return notOffered;
  const until = isUncoded ? Date.now() + plainNotFoundMs : Number.POSITIVE_INFINITY;
  missing.set(isUncoded ? keyOf(row, path) : nameOfCall(row), { error: notOffered, path, until });
  // A button must not disappear while its action is in progress.
  if (row.method === 'GET') publishMissing();
  return notOffered;
}

/** Lets pages know the calls that are missing by now. */
export function publishMissing(): void {
  removeOutdated();
  if (missing.size > 0 || missingCalls.get().size > 0) missingCalls.set(new Set(missing.keys()));
}

/** Forgets everything, for another service or another user. */
export function clearMissingCalls(): void {
  missing.clear();
  answered.clear();
  absentPaths.clear();
  publishMissing();
}

// Not when the session ends, because the page that is still shown would send the calls again.
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

/** Call it when a page is opened, which may repeat rejected queries once. */
export function startPage(): void {
  pageOpened = Date.now();
  publishMissing();
}

/** Whether an immediate retry is useless: the service does not know the call, or refuses it. */
function isRejection(error: unknown): boolean {
  if (error instanceof ContractError) return true;
  if (!(error instanceof CallError) || error instanceof NotAuthenticated) return false;
  return (
    error.status === 501 || (error.status < 500 && ![401, 408, 425, 429].includes(error.status))
  );
}

/** Whether the service has rejected the query since the page was opened; then only "Try again" repeats it. */
export function wasRejected({ state }: Pick<Query, 'state'>): boolean {
  return state.status === 'error' && state.errorUpdatedAt >= pageOpened && isRejection(state.error);
}
