import type { AuditEvent } from '@annals/contracts/events';
import { eventChanges, listChange } from '../../domain/history/EventChanges.tsx';

/** A word of the sentence, or what stands for a part of the event. */
type Named = 'actor' | 'subject' | 'role' | 'member';
export type SentencePart = string | { is: Named };

const placeholder = /\{(actor|subject|role|member)\}/u;

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
    .map((text, index) => (index % 2 === 0 ? text : { is: text as Named }))
    .filter((part) => part !== '');
  const lacks = (part: SentencePart) =>
    typeof part !== 'string' &&
    ((part.is === 'subject' && event.subject === null) ||
      (part.is === 'role' && roleOf(event) === undefined) ||
      (part.is === 'member' && memberOf(event) === undefined));
  return parts.some(lacks) ? undefined : parts;
}

/** The id of the user whose membership an event is about; undefined if the reader may not know it. */
export function memberOf({ before, after }: AuditEvent): string | undefined {
  const { userId } = { ...before, ...after };
  return typeof userId === 'string' && userId !== '' ? userId : undefined;
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
