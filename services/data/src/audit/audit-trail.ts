import type { FastifyRequest } from 'fastify';
import type { AuditedAction, AuditedEvent } from '@annals/kit/change-reports';
import { credentialOf, type Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { clientOf } from '@annals/kit/request-clients';
import type { EventAction } from '@annals/contracts/events';

/** Whoever acts, and the request in which they do. */
export interface ActingCall {
  caller: Caller;
  request: FastifyRequest;
}

/** An event for auditors, as the outbox stores it. */
export interface AuditEvent {
  destination: 'AUDIT';
  kind: EventAction;
  partitionId: string;
  userId: string;
  /** Null even for an event of a change set: it remains when a draft is deleted. */
  changeSetId: null;
  details: Pick<AuditedEvent, 'source'> & Omit<AuditedAction, 'action'>;
}

/** What takes the events to the audit log: the outbox. */
interface Outlet {
  add(transaction: Queryable, event: AuditEvent): Promise<void>;
  wake(): void;
}

/** The events of this service for auditors, which the outbox takes to the audit log. */
export class AuditTrail {
  readonly #outbox: Outlet;

  constructor(outbox: Outlet) {
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
