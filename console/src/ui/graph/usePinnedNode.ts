import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { NodePosition } from './graph-layout.ts';

/**
 * Keeps a node at its position on the screen when the layout changes, at first the one in the middle.
 * @returns pins the node that is about to be expanded
 */
export function usePinnedNode(
  nodes: readonly NodePosition[],
  middle: NodePosition,
  shift: (x: number, y: number) => void,
): (id: string) => void {
  const pinned = useRef(middle);
  const restorePosition = useEffectEvent((now: readonly NodePosition[]) => {
    const { id, x, y } = pinned.current;
    const node = now.find((one) => one.id === id);
    if (!node) return;
    if (x !== node.x || y !== node.y) shift(x - node.x, y - node.y);
    pinned.current = node;
  });
  useLayoutEffect(() => restorePosition(nodes), [nodes]);
  return (id) => {
    const node = nodes.find((one) => one.id === id);
    if (node) pinned.current = node;
  };
}
