import { failureActions } from '@annals/contracts/events';
import type { ChainedEvent, SendEvents } from '@annals/kit/chained-events';
import { closeWithin, startSignal, type SignalExporter, type Program } from './signal.ts';

export interface SentEvents {
  readonly send: SendEvents;
  close(): Promise<void>;
}

/**
 * Exports the events of the audit log as logs by OTLP over HTTP, as configured by the OTEL_… variables; undefined if
 * logs are off.
 * @throws ConfigurationError
 */
export function startSentEvents(program: Program): Promise<SentEvents | undefined> {
  return startSignal('LOGS', program, sentEventsBy);
}

function sentEventsBy({ sdk, protocol, resource, version }: SignalExporter): SentEvents {
  const exporter =
    protocol === 'http/json' ? new sdk.JsonLogExporter() : new sdk.ProtobufLogExporter();
  const scope = { name: 'annals.audit', version };
  const recordOf = (event: ChainedEvent) => {
    const failed = failureActions.some((each) => each === event.action);
    const { INFO, WARN } = sdk.SeverityNumber;
    return {
      hrTime: sdk.millisToHrTime(Date.parse(event.at)),
      hrTimeObserved: sdk.millisToHrTime(Date.now()),
      severityNumber: failed ? WARN : INFO,
      severityText: failed ? 'WARN' : 'INFO',
      eventName: 'annals.audit',
      body: [event.action, event.subject].filter((word) => word !== null).join(' '),
      // No limit of the SDK applies, because a truncated value would not match its hash.
      attributes: attributesOf(event, failed),
      droppedAttributesCount: 0,
      resource,
      instrumentationScope: scope,
    };
  };
  return {
    send: (events) =>
      new Promise((resolve, reject) => {
        exporter.export(events.map(recordOf), ({ code, error }) => {
          if (code === sdk.ExportResultCode.SUCCESS) resolve();
          // Only its message: the collector's response may quote what was sent.
          else
            reject(new Error(`The collector accepted no events: ${error?.message ?? 'no reason'}`));
        });
      }),
    close: () => closeWithin(exporter.shutdown()),
  };
}

/** Missing values, such as the actor of an operator's action, are omitted. */
function attributesOf(event: ChainedEvent, failed: boolean): Record<string, string | number> {
  const all = {
    'audit.number': event.seq,
    'audit.id': event.id,
    'audit.time': event.at,
    'audit.action': event.action,
    'audit.outcome': failed ? 'FAILURE' : 'SUCCESS',
    'audit.actor.id': event.actorId,
    'audit.actor.name': event.actorName,
    'audit.subject': event.subject,
    'audit.subject.name': event.subjectName,
    'audit.user.id': event.userId,
    'audit.before': event.before,
    'audit.after': event.after,
    'audit.address': event.address,
    'audit.request_id': event.requestId,
    'audit.credential': event.credential,
    'audit.hash': event.hash,
    'audit.previous_hash': event.previousHash,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string | number] => entry[1] !== null),
  );
}
