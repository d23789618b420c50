// @vitest-environment node
import { expect, it } from 'vitest';
import {
  type AuthenticationSystem,
  type DataSystem,
  type SystemProblem,
  systemNotices,
  systemProblems,
} from './system-problems.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const days = (count: number) => count * 24 * 60;

/** The load of one process in the last hour. */
function loadOf(counts: { requests?: number; failed?: number; refused?: number }) {
  const own = { requests: 1000, failed: 0, refused: 0, p50Ms: 5, p95Ms: 50, ...counts };
  const hour = {
    slotSeconds: 60,
    sinceDate: ago(60),
    slots: [],
    workers: [{ worker: 1, startedDate: ago(90), ...own }],
  };
  return { hour, day: hour };
}
const facts = {
  version: '0.1.0',
  runtime: 'Node.js 20',
  startedDate: ago(90),
  workers: 1,
  schema: {
    applied: 1,
    firstDate: ago(days(30)),
    newest: '0001-initial.sql',
    pending: [],
    backfills: [],
  },
  database: { kind: 'embedded' as const, version: '17.5', bytes: 1e7 },
  disk: { freeBytes: 5e10, totalBytes: 1e11 },
  load: loadOf({ refused: 9 }),
};
const authentication: AuthenticationSystem = {
  ...facts,
  service: 'authentication',
  outbox: { waiting: 1, failed: 0, oldestDate: ago(1), failures: [] },
  signingKeys: [
    { id: 'a', createdDate: ago(days(80)), retiredDate: null },
    { id: 'b', createdDate: ago(days(170)), retiredDate: ago(days(80)) },
  ],
  eventWebhooks: { notDelivering: [] },
  untrustedProxy: null,
  configuration: [],
};
const data: DataSystem = {
  ...facts,
  service: 'data',
  jobs: { states: [], oldestWaitingDate: ago(1), failures: [] },
  logKeys: [],
  backup: { takenDate: ago(days(1)), bytes: 1e6 },
};

it('finds no problems in a healthy or unknown system', () => {
  expect(systemProblems(authentication, data, now)).toEqual([]);
  expect(systemProblems(undefined, undefined, now)).toEqual([]);
});

const mail = {
  id: 'm',
  kind: 'RESET',
  userId: null,
  userName: null,
  failure: null,
  createdDate: ago(5),
};

it.each<[Partial<AuthenticationSystem>, Partial<DataSystem>, SystemProblem[]]>([
  [{}, { disk: { freeBytes: 9e8, totalBytes: 1e11 } }, [{ kind: 'diskLow', freeBytes: 9e8 }]],
  [
    {},
    {
      disk: { freeBytes: 9e8, totalBytes: 1e11 },
      database: { ...facts.database, kind: 'postgresql' },
    },
    [],
  ],
  [
    { schema: { ...facts.schema, pending: ['0002.sql'] } },
    {},
    [{ kind: 'pendingMigrations', service: 'authentication', count: 1 }],
  ],
  [
    {},
    { load: loadOf({ failed: 1 }) },
    [{ kind: 'failedRequests', service: 'data', count: 1, of: 1000 }],
  ],
  [
    {},
    { load: loadOf({ refused: 10 }) },
    [{ kind: 'refusedRequests', service: 'data', count: 10, of: 1000 }],
  ],
  [{}, { load: loadOf({ requests: 100_000, refused: 10 }) }, []],
  [
    { outbox: { ...authentication.outbox, oldestDate: ago(11) } },
    {},
    [{ kind: 'mailsWait', sinceDate: ago(11) }],
  ],
  [
    {
      outbox: {
        waiting: 0,
        failed: 2,
        oldestDate: ago(11),
        failures: [
          { ...mail, nextAttemptDate: ago(-5) },
          { ...mail, nextAttemptDate: null },
        ],
      },
    },
    {},
    [
      { kind: 'mailsFail', count: 2 },
      { kind: 'mailsGivenUp', count: 1 },
    ],
  ],
  [{ untrustedProxy: null }, {}, []],
  [{ untrustedProxy: '10.0.0.7' }, {}, [{ kind: 'untrustedProxy', address: '10.0.0.7' }]],
  [{ eventWebhooks: { notDelivering: ['a', 'b'] } }, {}, [{ kind: 'auditWebhooksFail', count: 2 }]],
  [
    { signingKeys: [{ id: 'a', createdDate: ago(days(101)), retiredDate: null }] },
    {},
    [{ kind: 'oldSigningKey', sinceDate: ago(days(101)) }],
  ],
  [
    {},
    { jobs: { ...data.jobs, oldestWaitingDate: ago(11) } },
    [{ kind: 'jobsWait', sinceDate: ago(11) }],
  ],
  [
    {},
    { backup: { takenDate: ago(days(8)), bytes: 1 } },
    [{ kind: 'oldBackup', sinceDate: ago(days(8)) }],
  ],
  [{}, { backup: null }, [{ kind: 'noBackup' }]],
  [{}, { backup: null, schema: { ...facts.schema, firstDate: ago(days(2)) } }, []],
  [{}, { backup: null, database: { ...facts.database, kind: 'postgresql' } }, []],
])('finds the problems of case %#', (changed, changedData, problems) => {
  const found = systemProblems({ ...authentication, ...changed }, { ...data, ...changedData }, now);
  expect(found).toEqual(problems);
});

it('reports a missing backup and a missing mail server as notices, each only if it is known', () => {
  const withoutMail = {
    ...authentication,
    configuration: [{ name: 'SMTP_URL', value: null, secret: true }],
  };
  const fresh = {
    ...data,
    backup: null,
    schema: { ...facts.schema, firstDate: ago(5) },
  };
  expect(systemNotices(authentication, data, now)).toEqual([]);
  expect(systemNotices(undefined, undefined, now)).toEqual([]);
  expect(systemNotices(withoutMail, fresh, now)).toEqual(['neverBackedUp', 'mailsToFiles']);
  // A PostgreSQL may have backups of other tools: no problem, however old it is.
  const external = {
    ...data,
    backup: null,
    database: { ...facts.database, kind: 'postgresql' as const },
  };
  expect(systemProblems(authentication, external, now)).toEqual([]);
  expect(systemNotices(authentication, external, now)).toEqual(['neverBackedUp']);
  // The same is not said twice.
  expect(systemProblems(authentication, { ...data, backup: null }, now)).toEqual([
    { kind: 'noBackup' },
  ]);
  expect(systemNotices(authentication, { ...data, backup: null }, now)).toEqual([]);
});
