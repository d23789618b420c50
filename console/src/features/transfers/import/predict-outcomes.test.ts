// @vitest-environment node
import { expect, it } from 'vitest';
import {
  noPendingTimelines,
  retryWithoutReferences,
} from '@annals/rules/change-set-import/retry-without-references';
import type { ImportRow } from '@annals/contracts/transfers';
import { predictOutcomes } from './predict-outcomes.ts';

const texts = {
  datesGoBack: 'back',
  timelineEnded: 'ended',
  otherType: (type: string) => type,
};
const row = (key: string, more: object = {}) =>
  ({ key, type: 'TAG', objectData: {}, references: [], ...more }) as ImportRow;
const end = (key: string) => ({ key, ended: true }) as ImportRow;

type Outcome = 'created' | 'changed' | 'ended' | 'existing' | 'refused';

/** The service's outcome of each batch, which does not know earlier batches. */
function run(batches: [ImportRow, Outcome][][]) {
  const memory = noPendingTimelines();
  return batches.map((batch) => {
    const outcomes = batch.map(([, outcome]) => outcome);
    const refused = outcomes.flatMap((outcome, index) =>
      outcome === 'refused' ? [{ row: index, code: 'bad_request', message: 'not there' }] : [],
    );
    const counts = { created: 0, changed: 0, ended: 0, existing: 0 };
    const rows = batch.map(([each]) => each);
    return predictOutcomes(rows, { ...counts, refused, outcomes }, memory, texts).map(
      ({ judgement }) => judgement,
    );
  });
}

it('counts a new timeline only once across batches', () => {
  expect(
    run([
      [
        [row('a'), 'created'],
        [row('a'), 'changed'],
      ],
      [
        [row('a'), 'created'],
        [row('b'), 'created'],
      ],
    ]),
  ).toEqual([
    ['created', 'changed'],
    ['changed', 'created'],
  ]);
});

it('retries without references to rows of earlier batches', () => {
  const memory = noPendingTimelines();
  const counts = { created: 1, changed: 0, ended: 0, existing: 0, refused: [] };
  predictOutcomes([row('a')], { ...counts, outcomes: ['created'] }, memory, texts);
  const both = {
    references: [
      { name: 'r', key: 'a' },
      { name: 'r', key: 'b' },
    ],
  };
  const rows = [row('c', both), row('d', both)];
  const refusal = { row: 1, code: 'bad_request', message: 'not there' };
  expect(retryWithoutReferences(rows, { ...counts, refused: [refusal] }, memory)).toEqual([
    row('c', both),
    row('d', { references: [{ name: 'r', key: 'b' }] }),
  ]);
  expect(
    retryWithoutReferences([row('e'), row('f')], { ...counts, refused: [refusal] }, memory),
  ).toBeUndefined();
});

it('does not judge the end of a timeline that is not written yet', () => {
  expect(
    run([
      [[row('a'), 'created']],
      [
        [end('a'), 'refused'],
        [end('b'), 'refused'],
      ],
    ]),
  ).toEqual([['created'], ['unjudged', 'refused']]);
});

it('refuses a type that differs from that in an earlier batch', () => {
  expect(run([[[row('a'), 'created']], [[row('a', { type: 'OTHER' }), 'created']]])).toEqual([
    ['created'],
    ['refused'],
  ]);
});

it('refuses to continue a timeline that an earlier batch ended, unless it is restored', () => {
  expect(
    run([
      [
        [row('a'), 'created'],
        [end('a'), 'ended'],
      ],
      [
        [row('a'), 'created'],
        [row('a', { restored: true }), 'changed'],
        [row('a'), 'changed'],
      ],
    ]),
  ).toEqual([
    ['created', 'ended'],
    ['refused', 'changed', 'changed'],
  ]);
});

it('refuses dates before those of earlier batches, except for existing versions', () => {
  const at = (modificationDate: string) => ({ modificationDate });
  expect(
    run([
      [[row('a', at('2020-01-02T00:00:00Z')), 'created']],
      [
        [row('b', at('2020-01-01T23:59:59.999999Z')), 'created'],
        [row('c', at('2020-01-02T00:00:00.000000Z')), 'created'],
        [row('d', at('2019-01-01T00:00:00Z')), 'existing'],
      ],
    ]),
  ).toEqual([['created'], ['refused', 'created', 'existing']]);
});
