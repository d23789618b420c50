import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { say } from '@annals/contracts/messages';
import type { ImportRow } from '@annals/contracts/transfers';
import { localNameOf, rowForSet, ChangeSetImport } from './change-set-import.ts';

const partitionId = '0190aaaa-0000-7000-8000-000000000001';
const timeline = (number: number) => `0190aaaa-0000-7000-8000-00000000010${number}`;
const version = (number: number) => `0190aaaa-0000-7000-8000-00000000020${number}`;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const texts = {
  restoredInSet: 'ended',
  leadsNowhere: (key: string) => `to ${key}`,
  noTarget: (key: string) => `no ${key}`,
  laterRow: (row: number) => `see ${row}`,
};
const row = (key: string, more: object = {}) =>
  ({ key, type: 'TAG', objectData: {}, references: [], ...more }) as ImportRow;
const to = (...keys: string[]) => ({ references: keys.map((key) => ({ name: 'to', key })) });
const known = (key: string, number: number, ended = false) => ({
  key,
  timelineId: timeline(number),
  objectId: version(number),
  ended,
});
const empty = { operationIds: new Set<string>(), localNames: new Set<string>() };
const none = { created: 0, changed: 0, ended: 0, existing: 0 };

interface Said {
  outcomes: ('created' | 'changed' | 'ended' | 'existing' | 'refused')[];
  timelines?: ReturnType<typeof known>[];
  retried?: number[];
  content?: typeof empty;
}

/** Rows from the second line of a file on, and the response of the service. */
function taken(
  rows: ImportRow[],
  { outcomes, timelines = [], retried = [], content = empty }: Said,
) {
  const set = new ChangeSetImport(partitionId, content, texts, hashOf);
  const numbered = rows.map((each, index) => ({ number: index + 2, row: each }));
  for (const each of numbered) set.announce(each.number, each.row);
  const refused = outcomes.flatMap((outcome, index) =>
    outcome === 'refused' ? [{ row: index, code: 'bad_request', message: 'wrong' }] : [],
  );
  const judged = set.take(numbered, { ...none, refused, outcomes, timelines }, (index) =>
    retried.includes(index),
  );
  return { set, judged, ...set.finish() };
}

const refusalAt = (path: string) => say('listed', { fields: [{ path, ...say('schemaRequired') }] });

it('creates objects, new versions and ends, based on the versions that the check has seen', () => {
  const { changes, fallen } = taken([row('a', to('b', 'c')), row('b'), { key: 'c', ended: true }], {
    outcomes: ['changed', 'created', 'ended'],
    timelines: [known('a', 1), known('c', 3)],
  });
  expect(fallen).toEqual([]);
  expect(changes).toEqual([
    {
      row: 2,
      operationId: timeline(1),
      operation: {
        operation: 'newVersion',
        timelineId: timeline(1),
        predecessorId: version(1),
        objectData: {},
        references: [
          { name: 'to', localName: 'b' },
          { name: 'to', timelineId: timeline(3) },
        ],
      },
    },
    {
      row: 3,
      operationId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab]/),
      operation: {
        operation: 'create',
        localName: 'b',
        key: 'b',
        type: 'TAG',
        objectData: {},
        references: [],
      },
    },
    {
      row: 4,
      operationId: timeline(3),
      operation: { operation: 'end', timelineId: timeline(3), predecessorId: version(3) },
    },
  ]);
});

it('leaves out unchanged rows, but not those that only look unchanged without their references', () => {
  const { judged, changes } = taken([row('a'), row('b', to('new'))], {
    outcomes: ['existing', 'existing'],
    timelines: [known('a', 1), known('b', 2), known('new', 3)],
    retried: [1],
  });
  expect(judged.map(({ judgement }) => judgement)).toEqual(['existing', 'changed']);
  expect(changes.map((change) => change.row)).toEqual([3]);
});

it('refuses rows that refer to refused rows, transitively', () => {
  const { changes, fallen } = taken([row('a', to('b')), row('b', to('c')), row('c'), row('d')], {
    outcomes: ['created', 'created', 'refused', 'created'],
  });
  expect(changes.map((change) => change.row)).toEqual([5]);
  expect(fallen).toEqual([
    { row: 3, judgement: 'created', message: 'to c' },
    { row: 2, judgement: 'created', message: 'to b' },
  ]);
});

it('refers to and replaces what the change set already creates', () => {
  const first = taken([row('a')], { outcomes: ['created'] });
  const [made] = first.changes;
  const content = {
    operationIds: new Set([made?.operationId ?? '', timeline(9)]),
    localNames: new Set(['a']),
  };
  const { set, changes } = taken([row('a'), row('b', to('a'))], {
    outcomes: ['created', 'created'],
    content,
  });
  expect(changes[0]?.operationId).toBe(made?.operationId);
  expect(changes[1]?.operation).toMatchObject({ references: [{ name: 'to', localName: 'a' }] });
  expect(set.countWith(changes)).toBe(3);
  const alone = taken([row('b', to('a'))], { outcomes: ['created'], content });
  expect(alone.set.pendingTimelines.timelines.has('a')).toBe(true);
  expect(alone.fallen).toEqual([]);
});

it('uses only the last row of an object, even if a row names its timeline', () => {
  const { set, changes, fallen } = taken([row('a'), row('b'), row('a'), row(timeline(2))], {
    outcomes: ['changed', 'changed', 'changed', 'changed'],
    timelines: [known('a', 1), known('b', 2), known(timeline(2), 2)],
  });
  expect(
    [2, 3, 4].map((number) => set.supersededBy(row(number === 3 ? 'b' : 'a'), number)),
  ).toEqual(['see 4', undefined, undefined]);
  expect(fallen).toContainEqual({ row: 3, judgement: 'changed', message: 'see 5' });
  expect(new Set(changes.map(({ operationId }) => operationId)).size).toBe(changes.length);
});

it('rewords reference errors for a change set', () => {
  const set = new ChangeSetImport(partitionId, empty, texts, hashOf);
  const rows = [row('a', to('b', 'none')), row('b', to('none'))].map((each, index) => ({
    number: index + 2,
    row: each,
  }));
  for (const each of rows) set.announce(each.number, each.row);
  const refused = [
    { row: 0, code: 'bad_request', ...refusalAt('references.1.key') },
    { row: 1, code: 'bad_request', ...refusalAt('type') },
  ];
  const judged = set.take(
    rows,
    { ...none, refused, outcomes: ['refused', 'refused'] },
    () => false,
  );
  expect(judged.map(({ reason }) => reason?.message)).toEqual(['no none', 'type: Must be given.']);
});

it('does not continue an ended timeline', () => {
  const { judged, changes } = taken([row('a', { restored: true })], {
    outcomes: ['changed'],
    timelines: [known('a', 1, true)],
  });
  expect(judged).toEqual([{ judgement: 'refused', reason: { message: 'ended' } }]);
  expect(changes).toEqual([]);
});

it('shortens long keys, and reports what a change set cannot contain', () => {
  expect(localNameOf('k'.repeat(100), hashOf)).toBe('k'.repeat(100));
  const long = localNameOf('k'.repeat(101), hashOf);
  expect(long.length).toBeLessThanOrEqual(100);
  expect(long).not.toBe(localNameOf('k'.repeat(102), hashOf));
  const dated = row('a', { modificationDate: '2020-01-01T00:00:00Z', reason: 'Why' });
  expect(rowForSet(dated)).toEqual({ row: row('a'), omitsFields: true });
  expect(rowForSet(row('a'))).toEqual({ row: row('a'), omitsFields: false });
});
