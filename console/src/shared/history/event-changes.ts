import type { AuditEvent } from '@annals/contracts/events';
import { sameJson } from '../diff/json-values.ts';

export interface EventChange {
  field: string;
  before: unknown;
  after: unknown;
  /** Both sides are known: it changed from one to the other. */
  changed: boolean;
}

/** What an event says about each field, but of fields that stayed as they were, and of ids beside a name. */
export function eventChanges({ before, after }: AuditEvent): EventChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  if ('name' in { ...before, ...after }) fields.delete('id');
  return [...fields]
    .map((field) => ({
      field,
      before: before?.[field],
      after: after?.[field],
      changed: before !== null && after !== null,
    }))
    .filter((change) => !sameJson(change.before ?? null, change.after ?? null));
}
