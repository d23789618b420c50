import type { Endpoint } from '@annals/contracts/endpoint';
import { errors, errorsOf } from '../error-statuses.ts';
import { Problem } from '../problem.ts';
import type { RouteGuard } from './route-guard.ts';
import type { RouteHandler } from './trace.ts';

/** Returns the handler itself unless responses are checked: then a status that the call does not list is a fault. */
export function withKnownErrors(
  { checkResponses }: Pick<RouteGuard, 'checkResponses'>,
  endpoint: Endpoint,
  handler: RouteHandler,
): RouteHandler {
  if (!checkResponses) return handler;
  const listed = new Set<number>(errorsOf(endpoint).map((name) => errors[name].status));
  return (request, reply) =>
    handler(request, reply).catch((error: unknown) => {
      if (error instanceof Problem && !listed.has(error.status) && !dependsOnOthers(error))
        throw new Error(
          `${endpoint.method} ${endpoint.path} must not answer ${error.status}; see error-statuses.ts.`,
          { cause: error },
        );
      throw error;
    });
}

/** What a server that the call asks answers is listed as default. */
const dependsOnOthers = ({ status }: Problem): boolean => status === 501 || status === 502;
