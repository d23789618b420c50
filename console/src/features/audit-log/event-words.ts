import { failureActions, type AuditEvent } from '@annals/contracts/events';
import { isBySystem } from '../../domain/history/by-system.ts';
import { shownPerson } from '../../ui/ids/display-names.ts';
import type { AuditLogTexts } from './audit-log.texts.ts';

export interface EventTexts {
  t: AuditLogTexts;
  actions: Record<string, string>;
  fields: Record<string, string>;
  /** Shown in place of a missing value. */
  nothing: string;
}

export const isFailure = ({ action }: AuditEvent): boolean =>
  failureActions.some((each) => each === action);

export function actorName(event: AuditEvent, t: AuditLogTexts): string {
  const { actor } = event;
  if (actor === null) return isBySystem(event) ? t.system : t.unknown;
  if (actor.id === '') return t.outsideScope;
  return shownPerson(actor);
}

export function subjectName({ subject, subjectName: name }: AuditEvent): string | undefined {
  return name ?? subject ?? undefined;
}
