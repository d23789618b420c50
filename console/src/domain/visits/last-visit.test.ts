// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { continueVisit, previousVisit } from './last-visit.ts';

beforeEach(() => localStorage.clear());

const at = (time: string) => Date.parse(`2026-03-01T${time}:00Z`);

test('a visit continues while the user is active and ends after 30 minutes', () => {
  expect(continueVisit('u', at('09:00')).before).toBeNull();
  expect(continueVisit('u', at('09:20')).before).toBeNull();
  expect(continueVisit('u', at('09:49')).startedDate).toBe('2026-03-01T09:00:00.000Z');
  expect(continueVisit('u', at('10:19'))).toEqual({
    before: '2026-03-01T09:49:00.000Z',
    startedDate: '2026-03-01T10:19:00.000Z',
    lastActiveDate: '2026-03-01T10:19:00.000Z',
  });
  expect(continueVisit('another', at('10:20')).before).toBeNull();
});

test('invalid stored data is ignored', () => {
  localStorage.setItem('annals.visit:u', '{"before":7}');
  expect(continueVisit('u', at('09:00')).before).toBeNull();
});

test('a later session counts as the last visit unless it is used at the same time', () => {
  continueVisit('u', at('08:00'));
  const visit = continueVisit('u', at('12:00'));
  const seen = (time: string, current = false) => ({
    current,
    lastSeenDate: `2026-03-01T${time}:00Z`,
  });
  expect(previousVisit(visit, [])).toBe('2026-03-01T08:00:00.000Z');
  expect(previousVisit(visit, [seen('10:00'), seen('11:00', true), seen('12:30')])).toBe(
    '2026-03-01T10:00:00.000Z',
  );
  expect(previousVisit(continueVisit('first', at('12:00')), [])).toBeNull();
});
