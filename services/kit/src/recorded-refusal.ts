import type { FastifyRequest } from 'fastify';
import type { CallName } from '@annals/contracts/endpoint';
import type { ServiceMessage } from '@annals/contracts/messages';
import { Problem } from './problem.ts';

/** A call that was refused. */
export interface RefusedCall {
  call: CallName;
  request: FastifyRequest;
}

/** An error response that the audit log gets an event about, once all that the request did is rolled back. */
export class RecordedRefusal extends Problem {
  constructor(
    status: number,
    code: string,
    explanation: ServiceMessage,
    readonly record: (refused: RefusedCall) => Promise<void>,
  ) {
    super(status, code, explanation);
  }
}
