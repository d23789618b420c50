import { failureActions } from '@annals/contracts/events';
import type { ChainedEvent, SendEvents } from '@annals/kit/chained-events';
import { closeWithin, startSignal, type AskedFor, type Program } from './signal.ts';

export interface SentEvents {
  readonly send: SendEvents;
  close(): Promise<void>;
}

/**
 * Sends the events of the audit log as the OTEL_… variables say, as logs by OTLP over HTTP; undefined where they ask for no
 * logs.
 * @throws ConfigurationError
 */
export function startSentEvents(program: Program): Promise<SentEvents | undefined> {
  return startSignal('LOGS', program, sentEventsBy);
}

function sentEventsBy({ sdk, protocol, resource, version }: AskedFor): SentEvents {
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
      // No limit of the SDK applies: a value that is cut short would not fit its hash.
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
          // Its message alone: the answer of the collector may quote what was sent.
          else reject(new Error(`The collector took no events: ${error?.message ?? 'no reason'}`));
        });
      }),
    close: () => closeWithin(exporter.shutdown()),
  };
}

/** What there is not, such as the actor of what the operator did, is left out. */
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
    'audit.before': event.before,
    'audit.after': event.after,
    'audit.address': event.address,
    'audit.request_id': event.requestId,
    'audit.hash': event.hash,
    'audit.previous_hash': event.previousHash,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string | number] => entry[1] !== null),
  );
}
