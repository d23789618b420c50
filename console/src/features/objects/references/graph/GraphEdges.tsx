import { useId } from 'react';
import type { GraphLayout } from './graph-layout.ts';
import classes from './ReferenceGraph.module.css';

/** The arrows of the graph with the names of the references. */
export function GraphEdges({
  edges,
  width,
  height,
}: Pick<GraphLayout, 'edges' | 'width' | 'height'>) {
  const arrowId = useId();
  return (
    <svg className={classes.edges} width={width} height={height} aria-hidden>
      <defs>
        <marker
          id={arrowId}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto-start-reverse"
        >
          <path d="M0,0 L8,4 L0,8 z" className={classes.arrow} />
        </marker>
      </defs>
      {edges.map((edge) => (
        <path
          key={edge.key}
          d={edge.path}
          className={classes.edge}
          data-rest={edge.label === '' || undefined}
          markerEnd={edge.label === '' ? undefined : `url(#${arrowId})`}
        />
      ))}
      {edges.map(
        ({ key, label, at }) =>
          label !== '' && (
            <text key={key} x={at.x} y={at.y + 4} className={classes.edgeName}>
              {label}
            </text>
          ),
      )}
    </svg>
  );
}
