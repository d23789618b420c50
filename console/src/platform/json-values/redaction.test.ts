// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { comparableTexts } from '../../ui/diff/comparable-text.ts';
import { diffVersions, isUnchanged } from '@annals/rules/version-diff/diff-versions';
import { jsonText, textWithRemarks, sameJson, RedactedValue } from './json-values.ts';
import {
  receiptsIn,
  redactPart,
  withoutRedactedValues,
  withRedactedValues,
} from '@annals/rules/redacted-data';

const data = { name: null, 'a/b': { c: [1, null, null] }, note: null };
const erased = [
  { path: '/name', receipt: 3 },
  { path: '/a~1b/c/1', receipt: 4 },
];

describe('erased values in data', () => {
  it('are distinguished from written nulls', () => {
    const seals = withRedactedValues(data, erased);
    expect(seals).toEqual({
      name: new RedactedValue(3),
      'a/b': { c: [1, new RedactedValue(4), null] },
      note: null,
    });
    expect(jsonText(seals)).toBe(jsonText(data));
    expect(withRedactedValues(data, null)).toBe(data);
  });

  it('do not hide existing values, and paths that do not exist are ignored', () => {
    expect(withRedactedValues({ name: 'Ada' }, [{ path: '/name', receipt: 1 }])).toEqual({
      name: 'Ada',
    });
    expect(withRedactedValues({ list: [1] }, [{ path: '/list/4/x', receipt: 1 }])).toEqual({
      list: [1],
    });
  });

  it('are found in a part of the data', () => {
    expect(redactPart([1, null, null], '/a~1b/c', erased)).toEqual([1, new RedactedValue(4), null]);
    expect(redactPart(null, '/name', erased)).toEqual(new RedactedValue(3));
    expect(redactPart(null, '/note', erased)).toBeNull();
  });

  it('report their receipts, each once', () => {
    const twice = { ...withRedactedValues(data, erased), more: [new RedactedValue(3)] };
    expect(receiptsIn(twice)).toEqual([3, 4]);
    expect([receiptsIn(data), receiptsIn(null), receiptsIn(new RedactedValue(9))]).toEqual([
      [],
      [],
      [9],
    ]);
  });

  it('are omitted from the data for a new version', () => {
    expect(withoutRedactedValues(data, erased)).toEqual({ 'a/b': { c: [1, null] }, note: null });
    expect(withoutRedactedValues({ name: null }, [])).toEqual({ name: null });
  });
});

describe('erased values in a comparison', () => {
  const gone = { objectData: { name: null, round: 1 }, erased: [{ path: '/name', receipt: 3 }] };

  it('differ from null and from other values', () => {
    const { changes } = diffVersions(gone, { objectData: { name: 'Oak', round: 1 } });
    expect(changes).toMatchObject([
      { status: 'changed', pointer: '/name', before: new RedactedValue(3), after: 'Oak' },
    ]);
    const wasNull = diffVersions({ objectData: { name: null, round: 1 } }, gone);
    expect(wasNull.changes).toMatchObject([{ before: null, after: new RedactedValue(3) }]);
  });

  it('are equal when both values are erased', () => {
    const later = { ...gone, erased: [{ path: '/name', receipt: 5 }] };
    expect(isUnchanged(diffVersions(gone, later))).toBe(true);
    expect(sameJson(new RedactedValue(1), null)).toBe(false);
    expect(sameJson(null, new RedactedValue(1))).toBe(false);
  });

  it('are marked with a comment in the texts', () => {
    const [before, after] = comparableTexts(
      gone,
      { objectData: { name: null, round: 2 } },
      (receipt) => `erased ${receipt}`,
    );
    expect(before).toContain('"name": null /* erased 3 */,');
    expect(after).toContain('"name": null,');
  });
});

it('textWithRemarks differs from the JSON text only in its comments', () => {
  const value = { a: [], b: {}, c: [1, { d: 'x "y"' }], e: null };
  expect(textWithRemarks(value, String)).toBe(jsonText(value));
});
