import type { Endpoint } from '@annals/contracts/endpoint';
import { RecordedRefusal } from '../recorded-refusal.ts';
import type { RouteHandler } from './trace.ts';

/** Records refusals that want it, wherever in the request they were thrown. The caller gets them in any case. */
export function withRecordedRefusals(endpoint: Endpoint, handler: RouteHandler): RouteHandler {
  const call = `${endpoint.method} ${endpoint.path as `/${string}`}` as const;
  return (request, reply) =>
    handler(request, reply).catch(async (error: unknown) => {
      if (error instanceof RecordedRefusal)
        await error.record({ call, request }).catch((failure: unknown) => {
          request.log.error({ err: failure }, 'A refused call could not be recorded.');
        });
      throw error;
    });
}
