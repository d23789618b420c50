// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { ObjectVersion } from '../../../../platform/api/things.ts';
import {
  perStep,
  computeVisibleGraph,
  collapsedNode,
  type GraphState,
  type NodeState,
} from './graph-state.ts';

const version = (timelineId: string, ...targets: string[]): ObjectVersion => ({
  id: `${timelineId}-1`,
  timelineId,
  references: targets.map((target) => ({ name: 'to', timelineId: target })),
});
const nodeState = (
  timelineId: string,
  targets: string[],
  more: Partial<NodeState> = {},
): NodeState => ({
  ...collapsedNode,
  version: version(timelineId, ...targets),
  ...more,
});

describe('the shown graph', () => {
  it('contains the neighbours of expanded nodes, including cycles', () => {
    const state: GraphState = new Map([
      ['a', nodeState('a', ['b', 'c'], { shown: { out: perStep, in: 0 } })],
      ['b', nodeState('b', ['a', 'd'])],
      ['c', nodeState('c', ['c'])],
    ]);
    const graph = computeVisibleGraph(state, 'a');
    expect(graph.nodes).toEqual(['a', 'b', 'c']);
    expect(graph.edges.map(({ from, to }) => from + to)).toEqual(['ab', 'ac', 'ba', 'cc']);
    const folded = computeVisibleGraph(new Map([...state, ['a', nodeState('a', ['b', 'c'])]]), 'a');
    expect(folded.nodes).toEqual(['a']);
  });

  it('counts the hidden references on both sides', () => {
    const targets = Array.from({ length: 42 }, (_, index) => `t${index}`);
    const incoming = targets.map((id) => ({ name: 'at', object: version(id) }));
    const middle = nodeState('a', targets, {
      incoming,
      incomingCursor: 'more',
      shown: { out: perStep, in: perStep },
    });
    expect(computeVisibleGraph(new Map([['a', middle]]), 'a').rests).toEqual([
      { of: 'a', side: 'out', count: 12, atLeast: false },
      { of: 'a', side: 'in', count: 12, atLeast: true },
    ]);
  });

  it('labels an edge with all its references, even if the listed objects have none', () => {
    const incoming = [
      { name: 'one', object: { id: 'x', timelineId: 'b' } },
      { name: 'two', object: { id: 'x', timelineId: 'b' } },
    ];
    const middle = nodeState('a', [], { incoming, shown: { out: 0, in: perStep } });
    expect(computeVisibleGraph(new Map([['a', middle]]), 'a').edges).toEqual([
      { from: 'b', to: 'a', names: ['one', 'two'] },
    ]);
  });
});
