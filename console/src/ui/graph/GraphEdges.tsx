import { useId } from 'react';
import type { GraphLayout } from './graph-layout.ts';
import classes from './Graph.module.css';

interface GraphEdgesProps extends Pick<GraphLayout, 'edges' | 'width' | 'height'> {
  /** Whether their names are rendered elsewhere. */
  hasOwnNames: boolean;
}

/** The arrows of the graph with their names. */
export function GraphEdges({ edges, width, height, hasOwnNames }: GraphEdgesProps) {
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
          data-rest={edge.isRest || undefined}
          markerEnd={edge.isRest ? undefined : `url(#${arrowId})`}
        />
      ))}
      {edges.map(
        ({ key, label, at, isRest }) =>
          label !== '' &&
          (isRest || !hasOwnNames) && (
            <text key={key} x={at.x} y={at.y + 4} className={classes.edgeName}>
              {label}
            </text>
          ),
      )}
    </svg>
  );
}
