import type { FastifyRequest } from 'fastify';
import type { AuditedAction, AuditedEvent } from '@annals/kit/change-reports';
import { credentialOf, type Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { clientOf } from '@annals/kit/request-clients';
import type { Outbox } from './outbox.ts';

/** Whoever acts, and the request in which they do. */
export interface ActingCall {
  caller: Caller;
  request: FastifyRequest;
}

/** What the audit log says of actions that belong to no partition. */
export const noPartition = '00000000-0000-0000-0000-000000000000';

/** The events of this service for auditors, which the outbox takes to the audit log. */
export class AuditTrail {
  readonly #outbox: Outbox;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  /** Call it in the transaction of the action itself: then there is never the one without the other. */
  async record(
    transaction: Queryable,
    { caller, request }: ActingCall,
    partitionId: string,
    action: AuditedAction,
  ): Promise<void> {
    await this.recordOf(transaction, { userId: caller.userId, partitionId }, action, {
      ...addressOf(request),
      credential: credentialOf(caller),
    });
  }

  /** For work that outlasts its request: in the name of a user, from nowhere. */
  async recordOf(
    transaction: Queryable,
    { userId, partitionId }: { userId: string; partitionId: string },
    { action, ...change }: AuditedAction,
    source: AuditedEvent['source'] = nowhere,
  ): Promise<void> {
    await this.#outbox.add(transaction, {
      destination: 'AUDIT',
      kind: action,
      partitionId,
      changeSetId: null,
      userId,
      details: { source, ...change },
    });
  }

  /** Call it after the transaction: otherwise the event waits for the next look. */
  wake(): void {
    this.#outbox.wake();
  }
}

const nowhere: AuditedEvent['source'] = { address: null, requestId: null, credential: null };

function addressOf(request: FastifyRequest) {
  const { address } = clientOf(request);
  return { address: address === '' ? null : address, requestId: request.id };
}
