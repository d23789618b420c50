import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { isRead, type Endpoint } from '@annals/contracts/endpoint';
import { id } from '@annals/contracts/fields';
import type { Caller } from '../caller.ts';
import { Problem } from '../problem.ts';
import type { RefusedWrite, RouteGuard } from './route-guard.ts';
import type { RouteHandler } from './trace.ts';

/** The same call of the same caller is recorded again after this long: repetitions say nothing new. */
const quietMs = 60_000;
const maxRemembered = 10_000;

/**
 * Records writes that are refused because the caller may not do them. Whoever may not even know that something exists
 * gets 404, which is not recorded, and neither is a write that only wants a recent proof of identity.
 */
export class RefusedWrites {
  readonly #record: RouteGuard['recordRefusal'];
  readonly #recent = new LRUCache<string, true>({ max: maxRemembered, ttl: quietMs });
  readonly #callers = new WeakMap<FastifyRequest, Caller>();

  constructor({ recordRefusal }: Pick<RouteGuard, 'recordRefusal'>) {
    this.#record = recordRefusal;
  }

  /** Call it as soon as it is known who calls. */
  hold(request: FastifyRequest, caller: Caller): void {
    if (this.#record) this.#callers.set(request, caller);
  }

  recording(endpoint: Endpoint, handler: RouteHandler): RouteHandler {
    if (!this.#record || isRead(endpoint)) return handler;
    const call = `${endpoint.method} ${endpoint.path as `/${string}`}` as const;
    return (request, reply) =>
      handler(request, reply).catch(async (error: unknown) => {
        const caller = this.#callers.get(request);
        if (
          caller &&
          error instanceof Problem &&
          error.status === 403 &&
          error.code === 'forbidden'
        )
          await this.#note({
            call,
            path: pathWith(endpoint, request.params),
            partitionId: partitionIn(request.params),
            caller,
            request,
          });
        throw error;
      });
  }

  async #note(refused: RefusedWrite): Promise<void> {
    const { caller, call, partitionId = '' } = refused;
    const key = `${caller.userId} ${partitionId} ${call}`;
    if (this.#recent.has(key)) return;
    this.#recent.set(key, true);
    await this.#record?.(refused).catch((failure: unknown) => {
      this.#recent.delete(key);
      // The caller gets the refusal in any case.
      refused.request.log.error({ err: failure }, 'A refused write could not be recorded.');
    });
  }
}

/** Ids, and names of roles, types and domains: nothing that somebody could fill with text of their own. */
const shownParam = /^[\w.-]{1,64}$/u;

/** The path that was asked for. What is no id and no name is left as it is called in the row. */
function pathWith({ path }: Pick<Endpoint, 'path'>, params: unknown): string {
  const asked = params as Readonly<Record<string, unknown>> | undefined;
  return path.replace(/\{(\w+)\}/gu, (placeholder, name: string) => {
    const value = asked?.[name];
    return typeof value === 'string' && shownParam.test(value) ? value : placeholder;
  });
}

/** The partition that the path of a call names, if it is one. */
const partitionIn = (params: unknown): string | undefined =>
  id.safeParse((params as { partitionId?: unknown } | undefined)?.partitionId).data;
