import type { AuditEvent } from '@annals/contracts/events';

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

/** The role that an event gives or takes. */
export function roleOf({ before, after }: AuditEvent): string | undefined {
  const role = after?.['role'] ?? before?.['role'];
  return typeof role === 'string' ? role : undefined;
}
