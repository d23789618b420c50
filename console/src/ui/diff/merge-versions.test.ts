// @vitest-environment node
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@annals/contracts/testing/exhaustive';
import { sameJson, type JsonObject } from '../../platform/json-values/json-values.ts';
import {
  firstChoices,
  mergeChosenFields,
  mergeFields,
  type MergeChoice,
} from './merge-versions.ts';
import { mergeReferences, referenceFields } from './merge-references.ts';

const { object } = fc.letrec<{ object: JsonObject; json: unknown }>((tie) => ({
  json: fc.oneof(
    fc.integer({ min: 0, max: 2 }),
    fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), tie('json'), { maxKeys: 3 }),
}));

function allTaken(
  base: JsonObject,
  theirs: JsonObject,
  mine: JsonObject,
  choice: MergeChoice,
): JsonObject {
  const fields = mergeFields(base, theirs, mine);
  return mergeChosenFields(theirs, fields, new Map(fields.map((field) => [field.pointer, choice])));
}

function reference(name: string, timelineId: string) {
  return { name, timelineId };
}

describe('merging two edits of one version', () => {
  it('yields my version or theirs when it is chosen for every field', () => {
    fc.assert(
      fc.property(object, object, object, (base, theirs, mine) => {
        expect(sameJson(allTaken(base, theirs, mine, 'mine'), mine)).toBe(true);
        expect(sameJson(allTaken(base, theirs, mine, 'theirs'), theirs)).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('merges edits of different fields without a conflict', () => {
    const base = { status: 'open', owner: { name: 'A', mail: 'a@example.org' }, tags: ['x'] };
    const theirs = { status: 'closed', owner: { name: 'A', mail: 'a@example.org' }, tags: ['x'] };
    const mine = { status: 'open', owner: { name: 'B', mail: 'a@example.org' } };
    const fields = mergeFields(base, theirs, mine);
    expect(fields.map(({ pointer, changedBy }) => [pointer, changedBy])).toEqual([
      ['/status', 'theirs'],
      ['/owner/name', 'mine'],
      ['/tags', 'mine'],
    ]);
    expect(mergeChosenFields(theirs, fields, firstChoices(fields))).toEqual({
      status: 'closed',
      owner: { name: 'B', mail: 'a@example.org' },
    });
  });

  it('leaves a conflict for the user to resolve', () => {
    const fields = mergeFields({ a: 1 }, { a: 2 }, { a: 3 });
    expect(fields).toMatchObject([
      { pointer: '/a', base: 1, theirs: 2, mine: 3, changedBy: 'both' },
    ]);
    expect(firstChoices(fields).size).toBe(0);
  });

  it('omits a field that both changed in the same way', () => {
    expect(mergeFields({ a: 1 }, { a: 2 }, { a: 2 })).toEqual([]);
  });

  it('compares list elements one by one if all lists have the same elements in the same order', () => {
    const list = (...latest: string[]) => ({
      releases: latest.map((text, place) => ({ cycle: `v${place}`, latest: text })),
    });
    const fields = mergeFields(list('a', 'b'), list('a', 'theirs'), list('mine', 'b'));
    expect(fields.map(({ names, changedBy }) => [names, changedBy])).toEqual([
      [['releases', 'v0', 'latest'], 'mine'],
      [['releases', 'v1', 'latest'], 'theirs'],
    ]);
    expect(mergeChosenFields(list('a', 'theirs'), fields, firstChoices(fields))).toEqual(
      list('mine', 'theirs'),
    );
    expect(mergeFields(list('a', 'b'), list('a', 'b', 'c'), list('mine', 'b'))).toMatchObject([
      { pointer: '/releases', changedBy: 'both' },
    ]);
  });
});

describe('merging references', () => {
  const merge = (
    lists: Parameters<typeof referenceFields>[0],
    choose: (pointer: string) => MergeChoice = () => 'mine',
  ) => {
    const fields = referenceFields(lists);
    const choices = new Map([
      ...fields.map(({ pointer }) => [pointer, choose(pointer)] as const),
      ...firstChoices(fields),
    ]);
    return mergeReferences(lists, fields, choices);
  };

  it('applies my additions and removals to their references of the same name', () => {
    expect(
      merge({
        base: [reference('tag', '1'), reference('tag', '0'), reference('category', 'A')],
        theirs: [
          reference('tag', '1'),
          reference('tag', '0'),
          reference('tag', '3'),
          reference('category', 'A'),
        ],
        mine: [reference('tag', '2'), reference('tag', '0'), reference('category', 'B')],
      }),
    ).toEqual([
      reference('tag', '0'),
      reference('tag', '3'),
      reference('tag', '2'),
      reference('category', 'B'),
    ]);
  });

  it('reports a conflict when both changed the same reference, and applies the choice', () => {
    const lists = {
      base: [reference('category', 'A')],
      theirs: [reference('category', 'B')],
      mine: [reference('category', 'C')],
    };
    expect(referenceFields(lists)).toMatchObject([{ path: ['category'], changedBy: 'both' }]);
    expect(merge(lists)).toEqual([reference('category', 'C')]);
    expect(merge(lists, () => 'theirs')).toEqual([reference('category', 'B')]);
  });
});
