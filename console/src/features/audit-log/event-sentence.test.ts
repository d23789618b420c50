// @vitest-environment happy-dom
import type { AuditEvent } from '@annals/contracts/events';
import { expect, it } from 'vitest';
import { useEventSentences } from '../../domain/history/event-sentences.texts.ts';
import { sentenceOf } from './event-sentence.ts';

const event = (action: string, about: Partial<AuditEvent>): AuditEvent => ({
  id: 'e1',
  seq: 1,
  at: '2026-11-30T10:00:00Z',
  action,
  actor: { id: 'u1', name: 'Ada Admin' },
  subject: 'partition/p1',
  subjectName: 'Archive',
  before: null,
  after: null,
  address: null,
  requestId: null,
  credential: null,
  ...about,
});

it('names the member whose role in a partition an event is about', () => {
  const sentences = useEventSentences.now();
  const userId = '00000000-0000-7000-8000-000000000002';
  const [actor, subject, role, member] = ['actor', 'subject', 'role', 'member'].map((is) => ({
    is,
  }));
  const told = (action: string, about: Partial<AuditEvent>) =>
    sentenceOf(event(action, about), sentences);
  expect(told('member.added', { after: { userId, role: 'EDITOR' } })).toEqual([
    actor,
    ' added ',
    member,
    ' as ',
    role,
    ' to ',
    subject,
  ]);
  expect(
    told('member.changed', { before: { role: 'READER' }, after: { userId, role: 'EDITOR' } }),
  ).toEqual([actor, ' changed the role of ', member, ' in ', subject, ' to ', role]);
  expect(told('member.removed', { before: { role: 'READER' }, after: { userId } })).toEqual([
    actor,
    ' removed ',
    member,
    ' from ',
    subject,
  ]);
  // Somebody outside the reader's scope.
  expect(told('member.removed', { after: { userId: { id: '' } } })).toBeUndefined();
});
