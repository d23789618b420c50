import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { GraphLayout, NodePosition } from './graph-layout.ts';
import { neighbourInDirection } from './neighbour-in-direction.ts';

/**
 * The node that takes the focus, one for the whole graph, and its arrow keys.
 * @param middle has it at first, and once the current one is gone
 */
export function useNodeFocus(
  frame: RefObject<HTMLElement | null>,
  { nodes, nodeSize }: Pick<GraphLayout, 'nodes' | 'nodeSize'>,
  middle: string,
  bringIntoSight: (node: NodePosition, size: GraphLayout['nodeSize']) => void,
) {
  const [current, setCurrent] = useState(middle);
  return {
    entrance: nodes.some(({ id }) => id === current) ? current : middle,
    setCurrent,
    /** Moves the focus from a node in the direction of an arrow key. */
    moveFrom: (from: NodePosition, event: KeyboardEvent<HTMLElement>) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const others = nodes.filter((node) => node.id !== from.id);
      const next = neighbourInDirection(event.key, from, others);
      const node = nodes.find(({ id }) => id === next);
      if (!node) return;
      event.preventDefault();
      frame.current
        ?.querySelector<HTMLElement>(`[data-node="${CSS.escape(node.id)}"] a`)
        ?.focus({ preventScroll: true });
      bringIntoSight(node, nodeSize);
    },
  };
}
