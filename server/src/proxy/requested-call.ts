import { authenticationEndpoints } from '@annals/contracts/authentication';
import { dataEndpoints } from '@annals/contracts/data';
import {
  requestClassOf,
  type Endpoint,
  type Method,
  type RequestClass,
} from '@annals/contracts/endpoint';
import { listChanges, longestWait } from '@annals/contracts/objects';
import { routePattern } from '@annals/kit/mount';

/** The properties of a proxied request that follow from its contract row. */
export interface RequestedCall {
  /** It succeeds whatever credential it carries. */
  isPublic: boolean;
  requestClass: RequestClass;
  /** How long it asks the service to wait for changes. */
  waitSeconds: number;
}

interface Pattern {
  row: Endpoint;
  /** Undefined for a parameter. */
  segments: (string | undefined)[];
}

/** The rows of both services by `keyOf`. Where two match, the one with fewer parameters is meant. */
const patterns = new Map<string, Pattern[]>();
for (const row of [...authenticationEndpoints, ...dataEndpoints]) {
  const path = routePattern(row.path).split('/');
  const segments = path.map((segment) => (segment.startsWith(':') ? undefined : segment));
  const key = keyOf(row.method, segments);
  patterns.set(key, [...(patterns.get(key) ?? []), { row, segments }]);
}
for (const same of patterns.values())
  same.sort((left, right) => parametersIn(left) - parametersIn(right));

/** @param target the request target for the service, as approved by the URL policy */
export function requestedCall(method: Method, target: string): RequestedCall {
  const queryStart = target.indexOf('?');
  const path = queryStart === -1 ? target : target.slice(0, queryStart);
  const query = new URLSearchParams(queryStart === -1 ? '' : target.slice(queryStart));
  const row = findRow(method, path);
  return {
    isPublic: row?.access.kind === 'public',
    requestClass: row
      ? requestClassOf(row, Object.fromEntries(query))
      : method === 'GET'
        ? 'read'
        : 'write',
    waitSeconds: row === listChanges ? secondsOf(query.get('wait')) : 0,
  };
}

function secondsOf(wait: string | null): number {
  return wait !== null && /^\d{1,9}$/.test(wait) ? Math.min(Number(wait), longestWait) : 0;
}

/** Undefined for a call of a service that the contract does not know. */
function findRow(method: Method, path: string): Endpoint | undefined {
  const given = path.split('/');
  return patterns
    .get(keyOf(method, given))
    ?.find(({ segments }) =>
      segments.every((segment, index) => segment === undefined || segment === given[index]),
    )?.row;
}

function keyOf(method: Method, segments: readonly unknown[]): string {
  return `${method} ${segments.length}`;
}

function parametersIn({ segments }: Pattern): number {
  return segments.filter((segment) => segment === undefined).length;
}
