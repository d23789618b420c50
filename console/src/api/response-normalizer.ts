import * as z from 'zod/mini';
import type { Endpoint, ResponseOf } from '@annals/contracts/endpoint';
import { ContractError } from './errors.ts';
import type { Reply } from './proxy.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Each round repairs one level of nesting: more than any reply has. */
const mostRounds = 8;

/**
 * Converts a reply that breaks the contract, where services are known to differ: null for an omitted field, numbers for
 * ids, objects for names of roles, an empty answer to a write. Throws ContractError, which names the field, for anything
 * else.
 * @param dropInvalid omits invalid fields instead, where no panel could show the error
 */
export function normalizeResponse<E extends Endpoint>(
  endpoint: E,
  reply: Reply,
  dropInvalid: boolean,
): ResponseOf<E> {
  // Of a deletion it is enough that it was done.
  if (endpoint.status === 204) return z.parse<E['response']>(endpoint.response, undefined);
  const body = bodyOf(endpoint, reply.body);
  let first: Issue | undefined;
  for (let round = 0; round < mostRounds; round += 1) {
    const parsed = z.safeParse<E['response']>(endpoint.response, body);
    if (parsed.success) return parsed.data;
    const issues = parsed.error.issues.flatMap((issue) => leavesOf(issue, body));
    const repaired = issues.map((issue) => repair(body, issue, dropInvalid));
    const unrepaired = issues[repaired.indexOf(false)];
    first ??= unrepaired;
    if (unrepaired !== undefined) break;
  }
  throw new ContractError(
    `${endpoint.method} ${endpoint.path}`,
    first?.path.map(String).join('.') ?? '',
    first?.message ?? 'not of the expected shape',
    reply.requestId,
  );
}

function bodyOf(endpoint: Endpoint, body: unknown): unknown {
  if (body !== undefined) return structuredClone(body);
  if (endpoint.method !== 'GET') return {};
  // "No Content" is how some say that a list is empty.
  return z.safeParse(endpoint.response, []).success ? [] : undefined;
}

/** What is wrong inside of the alternative that came closest, with whole paths: a union alone says "invalid". */
function leavesOf(issue: Issue, value: unknown): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const inside = valueAt(value, issue.path);
  const alternatives = issue.errors.map((issues) =>
    issues.flatMap((inner) => leavesOf(inner, inside)),
  );
  const closest =
    alternatives.toSorted((one, other) => depthOf(other, inside) - depthOf(one, inside))[0] ?? [];
  if (closest.length === 0) return [issue];
  return closest.map((leaf) => Object.assign(leaf, { path: [...issue.path, ...leaf.path] }));
}

/** How far an alternative fits: a field that is there, if wrong, says more than one that is not. */
function depthOf(issues: readonly Issue[], value: unknown): number {
  return Math.max(
    0,
    ...issues.map(({ path }) => path.length - (valueAt(value, path) === undefined ? 0.5 : 0)),
  );
}

/** Repairs the body itself at the path of the issue; false where it cannot. */
function repair(body: unknown, issue: Issue, dropInvalid: boolean): boolean {
  const path: Path = issue.path;
  const key = path.at(-1);
  const parent = valueAt(body, path.slice(0, -1));
  if (key === undefined || !isParent(parent)) return false;
  const value = parent[key];
  if (value === null && !Array.isArray(parent)) return Reflect.deleteProperty(parent, key);
  const wantsText = issue.code === 'invalid_type' && issue.expected === 'string';
  const better = wantsText ? textOf(value, path) : undefined;
  if (better !== undefined) return Reflect.set(parent, key, better);
  const [field] = path;
  return (
    dropInvalid && isParent(body) && field !== undefined && Reflect.deleteProperty(body, field)
  );
}

function textOf(value: unknown, path: Path): string | undefined {
  const key = String(path.at(-1));
  if (typeof value === 'number' && /^id$|Id$/.test(key)) return String(value);
  if (path.at(-2) === 'roles' && isParent(value) && typeof value['name'] === 'string')
    return value['name'];
  return undefined;
}

function valueAt(body: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (isParent(value) ? value[key] : undefined), body);
}

function isParent(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}
