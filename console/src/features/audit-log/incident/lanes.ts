import { accessActions, type AuditEvent } from '@annals/contracts/events';
import { isFailure } from '../event-words.ts';
import { exportActions } from './incident.queries.ts';

export const lanes = ['reads', 'writes', 'grants', 'exports', 'failures', 'others'] as const;
export type Lane = (typeof lanes)[number];

const isOf = (actions: readonly string[], { action }: AuditEvent) => actions.includes(action);

/** Where an event belongs: a failed grant is a failure. */
export function laneOf(event: AuditEvent): Exclude<Lane, 'reads' | 'writes'> {
  if (isFailure(event)) return 'failures';
  if (isOf(accessActions, event)) return 'grants';
  return isOf(exportActions, event) ? 'exports' : 'others';
}

/** Events of several lists, each once, newest first. */
export function mergeEvents(...listed: (readonly AuditEvent[])[]): AuditEvent[] {
  const events = new Map(listed.flat().map((event) => [event.id, event]));
  return [...events.values()].toSorted((left, right) => (left.at < right.at ? 1 : -1));
}
