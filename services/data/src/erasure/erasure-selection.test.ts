import { describe, expect, it } from 'vitest';
import { Problem } from '@annals/kit/problem';
import { depthOf, propertiesOf } from '@annals/proofs/properties';
import { packLeaves } from '@annals/proofs/stored-leaves';
import { affectedVersionOf, selectEverythingAt, selectValues } from './erasure-selection.ts';
import { ProvenData, type StoredVersion } from './proven-data.ts';

type Data = Record<string, unknown>;

function version(objectData: Data, depth = depthOf(objectData), objectId = 'given'): StoredVersion {
  const leaves = propertiesOf({ objectData, references: [] }, depth).map((_, index) => ({
    salt: new Uint8Array(16).fill(index),
  }));
  return {
    seq: 1,
    objectId,
    modificationCount: 1,
    objectData,
    referenceCount: 0,
    reason: null,
    reasonReceipt: null,
    leaves: packLeaves({ depth, leaves }),
    erased: null,
  };
}

/** The erased paths of another version when these are erased in the given one. */
function goesFrom(other: Data, given: Data, paths: string[], everyValue = false): string[] {
  const proven = new ProvenData(version(given));
  const wanted = everyValue
    ? selectEverythingAt(proven, paths)
    : selectValues(given, proven, paths);
  const objectId = other === given ? 'given' : 'other';
  return affectedVersionOf(version(other, depthOf(other), objectId), wanted)?.paths ?? [];
}

function refusals(given: Data, paths: string[], everyValue = false): unknown {
  try {
    goesFrom(given, given, paths, everyValue);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.extras.fields;
  }
}

/** Too many for the proof to split any of them. */
const many = (...first: Data[]): Data => ({
  people: [
    ...first,
    ...Array.from({ length: 30 }, (_, index) => ({ email: `${index}@x`, ok: true })),
  ],
});
const few = (...people: Data[]): Data => ({ people });
const anna = { email: 'anna@x', ok: true };
const ben = { email: 'ben@x', ok: true };

describe('an erasure of the same granularity', () => {
  it.each<[string, Data, Data, string[], string[]]>([
    ['the same value at the same place', { a: 'x', b: 'x' }, { a: 'x', b: 'x' }, ['/a'], ['/a']],
    ['no other value there', { a: 'y' }, { a: 'x' }, ['/a'], []],
    ['a moved element', few(ben, anna), few(anna), ['/people/0/email'], ['/people/1/email']],
    [
      'null, true and empty ones',
      { a: null, b: true, c: '', d: [] },
      { a: null, b: true, c: '', d: [] },
      ['/a', '/b', '/c', '/d'],
      ['/a', '/b', '/c', '/d'],
    ],
    ['not an empty list for an empty object', { a: {} }, { a: [] }, ['/a'], []],
    [
      'everything below an object',
      { a: { b: 1, c: 2 } },
      { a: { b: 1, c: { d: 3 } } },
      ['/a'],
      ['/a/b'],
    ],
    [
      'names with a slash and a tilde',
      { 'a/b': { '~': 1 } },
      { 'a/b': { '~': 1 } },
      ['/a~1b/~0'],
      ['/a~1b/~0'],
    ],
    ['a name only to its end', { ab: 1, a: 1 }, { ab: 1, a: 1 }, ['/a'], ['/a']],
    [
      'a list whose elements became names',
      { a: { 0: 'x', b: 1 } },
      { a: ['x'] },
      ['/a/0'],
      ['/a/0'],
    ],
  ])('%s', (_what, other, given, paths, gone) => {
    expect(goesFrom(other, given, paths)).toEqual(gone);
  });

  it('erases from a chosen element also what others share, and nothing of theirs', () => {
    const given = few(ben, anna);
    expect(goesFrom(given, given, ['/people/1'])).toEqual(['/people/1/email', '/people/1/ok']);
    const moved = few({ ...anna, phone: 1 }, ben, { email: 'carl@x', ok: true });
    expect(goesFrom(moved, given, ['/people/1'])).toEqual(['/people/0/email', '/people/0/ok']);
    const alike = few({ ok: true }, { ok: true });
    expect(goesFrom(alike, alike, ['/people/1'])).toEqual(['/people/1/ok']);
    const deep = (name: string) => ({ name, phones: [{ kind: 'home' }] });
    const [one, two] = [few(deep('a'), deep('b')), few(deep('b'), deep('a'))];
    expect(goesFrom(two, one, ['/people/0'])).toEqual([
      '/people/1/name',
      '/people/1/phones/0/kind',
    ]);
  });

  it('erases whatever is there if every value is requested', () => {
    expect(goesFrom({ a: 'y', b: { c: 1, d: [2] } }, { a: 'x' }, ['/a', '/b'], true)).toEqual([
      '/a',
      '/b/c',
      '/b/d/0',
    ]);
    expect(goesFrom(few(ben, anna), few(anna), ['/people/0/email'], true)).toEqual([
      '/people/0/email',
    ]);
  });
});

describe('an erasure if another version is proven in larger pieces', () => {
  it('erases the piece that contains a named value', () => {
    expect(goesFrom(many(ben, anna), few(anna), ['/people/0/email'])).toEqual(['/people/1']);
    expect(goesFrom(many(ben, anna), few(anna), ['/people/1/email'], true)).toEqual(['/people/1']);
  });

  it('does not erase every piece with a value that others of the given version share', () => {
    expect(goesFrom(many(ben, anna), few(ben, anna), ['/people/1'])).toEqual(['/people/1']);
  });

  it('erases an object with numeric names as a whole', () => {
    expect(goesFrom({ a: { 0: 'x', 1: 'y' } }, { a: ['x'] }, ['/a/0'])).toEqual(['/a']);
  });
});

describe('an erasure if the given version is proven in larger pieces', () => {
  it('erases the same piece, even if it was changed, and no neighbour', () => {
    const given = many(ben, anna);
    expect(goesFrom(given, given, ['/people/1'])).toEqual(['/people/1']);
    const changed = many({ ...anna, ok: false }, ben);
    expect(goesFrom(changed, given, ['/people/1'])).toEqual(['/people/0']);
  });

  it('erases each of its values separately if the piece is split', () => {
    expect(goesFrom(few({ email: 'anna@x', phone: 1 }), many(anna), ['/people/0'])).toEqual([
      '/people/0/email',
    ]);
  });

  it('cannot erase a part of a piece', () => {
    const message = 'The proof covers /people/0 as a whole: erase that path.';
    for (const everyValue of [false, true])
      expect(refusals(many(anna), ['/people/0/email'], everyValue)).toMatchObject([
        { path: 'body.paths.0', message },
      ]);
  });
});

it('erases nothing of data that is proven as one piece', () => {
  const whole = version({ a: 'x' }, 0);
  const wanted = selectValues({ a: 'x' }, new ProvenData(version({ a: 'x' })), ['/a']);
  expect(() => affectedVersionOf(whole, wanted)).toThrow(/covers all of its data as one piece/);
  expect(() => selectValues(whole.objectData, new ProvenData(whole), ['/a'])).toThrow(Problem);
});

it('refuses paths without a value, unless every value is requested', () => {
  const nothing = 'There is nothing at this path in this version.';
  expect(refusals({ a: 'x', b: [] }, ['/a', '/b/0', '/a/c'])).toMatchObject([
    { path: 'body.paths.1', message: nothing },
    { path: 'body.paths.2', message: nothing },
  ]);
  expect(refusals({ a: 'x' }, ['/b', '/a/c'], true)).toEqual([]);
});

it('skips what is already erased', () => {
  const given = version({ a: 'x', b: 'y' });
  const proven = new ProvenData(given);
  const after = proven.erase(proven.within('/a'), () => 7);
  expect([given.objectData, after.erased]).toEqual([
    { a: null, b: 'y' },
    [{ path: '/a', receipt: 7 }],
  ]);
  const later = { ...given, leaves: after.leaves };
  const wanted = selectValues(later.objectData, new ProvenData(later), ['/a', '/b']);
  expect(affectedVersionOf(later, wanted)?.paths).toEqual(['/b']);
  expect(
    affectedVersionOf(later, selectEverythingAt(new ProvenData(later), ['/a'])),
  ).toBeUndefined();
});
