import { describe, expect, test } from 'vitest';
import { treeOf, type UnitNode, unitsMatching } from './unit-tree.ts';

const unit = (id: string, parentId: string | null = null) => ({ id, name: id, parentId });
const shape = (nodes: UnitNode[]): unknown =>
  Object.fromEntries(nodes.map(({ unit: { id }, children }) => [id, shape(children)]));

describe('the tree of units', () => {
  test('puts each unit below its parent, in the given order', () => {
    const units = [unit('root'), unit('b', 'root'), unit('a', 'root'), unit('leaf', 'a')];
    expect(JSON.stringify(shape(treeOf(units)))).toBe('{"root":{"b":{},"a":{"leaf":{}}}}');
  });

  test('puts a unit whose parent is not visible at the top', () => {
    expect(shape(treeOf([unit('own', 'foreign'), unit('below', 'own')]))).toEqual({
      own: { below: {} },
    });
  });

  test('puts units whose parents form a cycle at the top', () => {
    const found = treeOf([unit('a', 'b'), unit('b', 'a'), unit('c', 'c')]);
    expect(found.map((node) => node.unit.id)).toEqual(['a', 'b', 'c']);
  });

  test('filters to matching units and their ancestors', () => {
    const units = [
      unit('Root'),
      unit('North', 'Root'),
      unit('Fjord', 'North'),
      unit('South', 'Root'),
    ];
    expect(unitsMatching(units, ' fjo ').map(({ id }) => id)).toEqual(['Root', 'North', 'Fjord']);
    expect(unitsMatching(units, 'x')).toEqual([]);
    expect(unitsMatching(units, '')).toBe(units);
  });
});
