import type { AuditEvent } from '@annals/contracts/events';
import { eventChanges, listChange } from '../../domain/history/EventChanges.tsx';

/** A word of the sentence, or what stands for a part of the event. */
export type SentencePart = string | { is: 'actor' | 'subject' | 'role' };

const placeholder = /\{(actor|subject|role)\}/u;

/**
 * The parts of the sentence that tells an event; undefined if there is none, or if the event lacks what it names.
 * @param sentences by action
 */
export function sentenceOf(
  event: AuditEvent,
  sentences: Readonly<Record<string, string | undefined>>,
): SentencePart[] | undefined {
  const sentence = sentences[event.action];
  if (sentence === undefined) return undefined;
  const parts = sentence
    .split(placeholder)
    .map((text, index) => (index % 2 === 0 ? text : { is: text as 'actor' | 'subject' | 'role' }))
    .filter((part) => part !== '');
  const lacks = (part: SentencePart) =>
    typeof part !== 'string' &&
    ((part.is === 'subject' && event.subject === null) ||
      (part.is === 'role' && roleOf(event) === undefined));
  return parts.some(lacks) ? undefined : parts;
}

/** Whether a field holds what {@link roleOf} reads: events of units have one role, those of users a list. */
export const isRole = (field: string): boolean => field === 'role' || field === 'roles';

/** The role that an event gives or takes; undefined if there are several. */
export function roleOf(event: AuditEvent): string | undefined {
  const change = eventChanges(event).find(({ field }) => isRole(field));
  if (!change) return undefined;
  const { added, removed } = listChange(change) ?? {
    added: [],
    removed: [change.after ?? change.before],
  };
  const [only, ...others] = [...added, ...removed];
  return typeof only === 'string' && others.length === 0 ? only : undefined;
}
