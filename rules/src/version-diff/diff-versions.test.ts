// @vitest-environment node
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import type { DiffNode } from './diff-json.ts';
import { diffVersions, isUnchanged, type ComparableVersion } from './diff-versions.ts';
import { isArray, isObject, sameJson, type JsonObject } from '../json-values.ts';

/** Applies a diff: the older value and the tree give the newer one. */
function applied(before: unknown, node: DiffNode): unknown {
  switch (node.kind) {
    case 'same':
      return before;
    case 'added':
    case 'replaced':
      return node.after;
    case 'removed':
      return undefined;
    case 'object': {
      const old = isObject(before) ? before : {};
      return Object.fromEntries(
        node.properties.flatMap(([name, child]) =>
          child.kind === 'removed'
            ? []
            : [[name, applied(Object.hasOwn(old, name) ? old[name] : undefined, child)]],
        ),
      );
    }
    case 'array': {
      const old = isArray(before) ? before : [];
      return node.elements
        .filter((element) => element.to !== null)
        .map((element) =>
          applied(element.from === null ? undefined : old[element.from], element.node),
        );
    }
  }
}

const leaf = fc.oneof(
  fc.constantFrom('a', 'b', 'c', '', 'a longer text'),
  fc.integer({ min: 0, max: 3 }),
  fc.boolean(),
  fc.constant(null),
);
const identified = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 0, max: 9 }), v: leaf }, { requiredKeys: ['id'] }),
  {
    selector: (item) => item.id,
    maxLength: 8,
  },
);
const { json } = fc.letrec<{ json: unknown; object: JsonObject }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('json'), { maxLength: 6 }),
    identified,
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'id', '~/', '__proto__'), tie('json')),
}));
const data = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'x/y~z'), json);
const references = fc.array(
  fc.record({ name: fc.constantFrom('p', 'q'), timelineId: fc.constantFrom('1', '2', '3') }),
  { maxLength: 5 },
);
const version: fc.Arbitrary<ComparableVersion> = fc.record({ objectData: data, references });

describe('diffVersions', () => {
  it('transforms the older data into the newer', () => {
    fc.assert(
      fc.property(version, version, (older, newer) => {
        const difference = diffVersions(older, newer);
        const result = applied(older.objectData, difference.data);
        expect(sameJson(result, newer.objectData)).toBe(true);
      }),
      { numRuns: runs(600) },
    );
  });

  it('transforms the older references into the newer', () => {
    fc.assert(
      fc.property(version, version, (older, newer) => {
        const left = (older.references ?? []).map((one) => `${one.name} ${one.timelineId}`);
        for (const change of diffVersions(older, newer).references) {
          if (change.before !== undefined)
            left.splice(left.indexOf(`${change.name} ${change.before}`), 1);
          if (change.after !== undefined) left.push(`${change.name} ${change.after}`);
        }
        expect(left.sort()).toEqual(
          (newer.references ?? []).map((one) => `${one.name} ${one.timelineId}`).sort(),
        );
      }),
      { numRuns: runs(500) },
    );
  });

  it('finds no difference between equal versions, whatever the order of their properties', () => {
    fc.assert(
      fc.property(version, (one) => {
        const other = {
          ...one,
          objectData: Object.fromEntries(Object.entries(one.objectData ?? {}).toReversed()),
        };
        expect(isUnchanged(diffVersions(one, other))).toBe(true);
      }),
    );
  });

  it('finds a difference between versions that differ', () => {
    fc.assert(
      fc.property(data, data, (before, after) => {
        fc.pre(!sameJson(before, after));
        expect(
          diffVersions({ objectData: before }, { objectData: after }).changes,
        ).not.toHaveLength(0);
      }),
    );
  });

  it('reports a new first element as one addition', () => {
    const cycles = Array.from({ length: 20 }, (_, index) => ({
      releaseCycle: String(20 - index),
      eol: false,
    }));
    const { changes, unchanged } = diffVersions(
      { objectData: { releases: cycles } },
      { objectData: { releases: [{ releaseCycle: '21', eol: false }, ...cycles] } },
    );
    expect(changes).toEqual([
      {
        status: 'added',
        path: [
          { kind: 'property', text: 'releases' },
          { kind: 'element', text: '21' },
        ],
        pointer: '/releases/0',
        after: { releaseCycle: '21', eol: false },
      },
    ]);
    expect(unchanged).toHaveLength(20);
  });

  it('tracks an element by its identity when it changes and moves', () => {
    const { changes } = diffVersions(
      {
        objectData: {
          list: [
            { id: 1, v: 'x' },
            { id: 2, v: 'y' },
            { id: 3, v: 'z' },
          ],
        },
      },
      {
        objectData: {
          list: [
            { id: 3, v: 'new' },
            { id: 1, v: 'x' },
            { id: 2, v: 'y' },
          ],
        },
      },
    );
    expect(
      changes.map(({ status, pointer, places, before, after }) => ({
        status,
        pointer,
        places,
        before,
        after,
      })),
    ).toEqual([
      { status: 'moved', pointer: '/list/0', places: [3, 1], before: undefined, after: undefined },
      { status: 'changed', pointer: '/list/0/v', places: undefined, before: 'z', after: 'new' },
    ]);
  });

  it('compares lists without an identity by their common elements', () => {
    const { changes } = diffVersions(
      { objectData: { tags: ['a', 'b', 'c', 'd'] } },
      { objectData: { tags: ['x', 'b', 'c', 'd', 'e'] } },
    );
    expect(changes.map(({ status, before, after }) => [status, before ?? after])).toEqual([
      ['removed', 'a'],
      ['added', 'x'],
      ['added', 'e'],
    ]);
  });

  it('does not use a repeated value as an identity', () => {
    const { changes } = diffVersions(
      {
        objectData: {
          list: [
            { name: 'a', v: 1 },
            { name: 'a', v: 2 },
          ],
        },
      },
      {
        objectData: {
          list: [
            { name: 'a', v: 1 },
            { name: 'a', v: 3 },
          ],
        },
      },
    );
    expect(changes.map((change) => [change.status, change.pointer])).toEqual([
      ['removed', '/list/1'],
      ['added', '/list/1'],
    ]);
  });

  it('escapes pointers and keeps a property called __proto__', () => {
    const older = JSON.parse('{"a/b~c": 1}') as JsonObject;
    const newer = JSON.parse('{"a/b~c": 2, "__proto__": {"x": 1}}') as JsonObject;
    expect(
      diffVersions({ objectData: older }, { objectData: newer }).changes.map((one) => one.pointer),
    ).toEqual(['/a~1b~0c', '/__proto__']);
  });

  it('distinguishes a changed reference from added and removed ones', () => {
    const { references: result } = diffVersions(
      {
        references: [
          { name: 'category', timelineId: 'A' },
          { name: 'tag', timelineId: '1' },
          { name: 'tag', timelineId: '2' },
        ],
      },
      {
        references: [
          { name: 'category', timelineId: 'B' },
          { name: 'tag', timelineId: '2' },
          { name: 'tag', timelineId: '3' },
        ],
      },
    );
    expect(result).toEqual([
      { status: 'changed', name: 'category', before: 'A', after: 'B' },
      { status: 'added', name: 'tag', after: '3' },
      { status: 'removed', name: 'tag', before: '1' },
    ]);
  });

  it('reports that a timeline ended', () => {
    expect(diffVersions({}, { endedDate: '2024-01-01T00:00:00.000000Z' }).ending).toBe('ended');
  });
});
