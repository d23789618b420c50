import type { AuditEvent } from '@annals/contracts/events';

export const lanes = ['reads', 'writes', 'grants', 'exports', 'failures', 'others'] as const;
export type Lane = (typeof lanes)[number];

/** Events of several lists, each once, newest first. */
export function mergeEvents(...listed: (readonly AuditEvent[])[]): AuditEvent[] {
  const events = new Map(listed.flat().map((event) => [event.id, event]));
  return [...events.values()].toSorted((left, right) => (left.at < right.at ? 1 : -1));
}
