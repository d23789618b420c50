// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { AuditEvent, EventAction } from '@annals/contracts/events';
import { incidentPath } from '../../../domain/incidents/incident-path.ts';
import { incidentIn, personOf } from './incident-search.ts';
import { mergeEvents } from './lanes.ts';

const event = (id: string, action: EventAction, at = '2026-03-01T12:00:00Z'): AuditEvent => ({
  id,
  seq: 1,
  at,
  action,
  actor: null,
  subject: null,
  subjectName: null,
  before: null,
  after: null,
  address: null,
  requestId: null,
  credential: null,
});

const searchIn = (path: string) =>
  Object.fromEntries(new URL(path, 'http://annals').searchParams.entries());

it('a link leads to half a day around the moment that gave rise to it', () => {
  const subject = { kind: 'address', id: '2001:db8::1' } as const;
  const path = incidentPath(subject, '2026-03-01T12:34:56Z');
  expect(path).toMatch(/^\/audit-log\/incident\?/);
  expect(incidentIn(searchIn(path))).toEqual({
    ...subject,
    owner: undefined,
    name: undefined,
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-03-02T00:00:00.000Z',
  });
});

it('a token is looked into together with its owner, an address with nobody', () => {
  const token = { kind: 'token', id: 't1', owner: 'application/a1', name: 'backup' } as const;
  const incident = incidentIn(searchIn(incidentPath(token)));
  expect(incident && personOf(incident)).toEqual({ kind: 'application', id: 'a1' });
  const address = incidentIn(searchIn(incidentPath({ kind: 'address', id: '192.0.2.1' })));
  expect(address && personOf(address)).toBeUndefined();
});

it('an address of the page without subject or period names no incident', () => {
  const period = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };
  for (const search of [
    {},
    period,
    { ...period, about: 'user' },
    { ...period, about: 'partition/p1' },
    { about: 'user/u1', from: period.from },
    { about: 'user/u1', from: period.from, to: 'tomorrow' },
  ])
    expect(incidentIn(search)).toBeUndefined();
});

it('each event is listed once, newest first', () => {
  const early = event('a', 'signIn.failed', '2026-03-01T10:00:00Z');
  const late = event('b', 'session.started', '2026-03-01T11:00:00Z');
  expect(mergeEvents([early], [late, early])).toEqual([late, early]);
});
