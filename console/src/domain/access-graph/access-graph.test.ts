// @vitest-environment node
import { expect, it } from 'vitest';
import {
  type AccessEdge,
  type AccessNode,
  columnsBetween,
  openGroup,
  foldLargeGroups,
} from './access-graph.ts';

const holder: AccessNode = { id: 'holder', kind: 'holder', name: 'Ada' };
const partition = (index: number, group: string): AccessNode => ({
  id: `${group} ${index}`,
  kind: 'partition',
  name: `Partition ${index}`,
  group,
  groupLabel: group,
});
const edge = (from: string, to: string): AccessEdge => ({ from, to, label: 'why', reason: 'why' });
const partitions = (count: number, group: string) =>
  Array.from({ length: count }, (_, index) => partition(index, group));

function graphOf(members: readonly AccessNode[]) {
  return { nodes: [holder, ...members], edges: members.map(({ id }) => edge('holder', id)) };
}

it('shows a small group whole, and of a large one the first, saying how many more there are', () => {
  const graph = graphOf([...partitions(6, 'Reader'), ...partitions(194, 'Editor')]);
  const shown = foldLargeGroups(graph, new Map());
  expect(shown.nodes.map(({ id }) => id)).toEqual([
    'holder',
    ...[0, 1, 2, 3, 4, 5].map((index) => `Reader ${index}`),
    ...[0, 1, 2, 3].map((index) => `Editor ${index}`),
  ]);
  expect(shown.hidden).toEqual([
    expect.objectContaining({ group: 'Editor', label: 'Editor', beside: 'holder', count: 190 }),
  ]);
  const further = foldLargeGroups(graph, openGroup(new Map(), 'Editor'));
  expect(further.hidden.map(({ count }) => count)).toEqual([160]);
  expect(further.edges).toHaveLength(6 + 34);
});

it('leaves out what only hidden people lead to, but not what their number stands beside', () => {
  const people = Array.from({ length: 10 }, (_, index): AccessNode => ({
    id: `person ${index}`,
    kind: 'holder',
    name: 'X',
    group: 'unit',
  }));
  const graph = {
    nodes: [
      { id: 'partition', kind: 'partition', name: 'Orchard' } as const,
      { id: 'unit', kind: 'unit', name: 'Sales' } as const,
      { id: 'token', kind: 'token', name: 'CI' } as const,
      ...people,
    ],
    edges: [
      ...people.map(({ id }) => edge(id, 'unit')),
      edge('unit', 'partition'),
      edge('person 9', 'token'),
      edge('token', 'partition'),
    ],
  };
  const { nodes, edges, hidden } = foldLargeGroups(graph, new Map());
  expect(nodes.map(({ id }) => id)).not.toContain('token');
  expect(edges.every(({ from }) => from !== 'token')).toBe(true);
  expect(hidden.map(({ beside, count }) => [beside, count])).toEqual([['unit', 6]]);
});

it('counts only the columns that have a node', () => {
  const nodes = [holder, partition(1, 'Reader')];
  expect(columnsBetween('holder', 'partition', nodes)).toBe(1);
  expect(
    columnsBetween('holder', 'partition', [...nodes, { id: 'r', kind: 'role', name: 'R' }]),
  ).toBe(2);
});
