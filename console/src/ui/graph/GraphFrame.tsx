import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { Panel } from '../states/Panel.tsx';
import type { GraphLayout } from './graph-layout.ts';
import { GraphEdges } from './GraphEdges.tsx';
import { GraphZoom } from './GraphZoom.tsx';
import type { usePanZoom } from './usePanZoom.ts';
import classes from './Graph.module.css';

interface GraphFrameProps {
  title: string;
  beside?: ReactNode;
  /** Rendered before the buttons that zoom. */
  action?: ReactNode;
  /** How it is used, below it. */
  hint: string;
  error?: Error | undefined;
  onRetry?: () => void;
  placed: GraphLayout;
  panZoom: ReturnType<typeof usePanZoom>;
  /** Whether the items render the names of edges themselves. */
  hasOwnNames?: boolean;
  /** List items, each at its position. */
  children: ReactNode;
}

/** A graph in a frame that pans and zooms; underneath it is a list. */
export function GraphFrame({
  title,
  beside,
  action,
  hint,
  error,
  onRetry,
  placed,
  panZoom,
  hasOwnNames = false,
  children,
}: GraphFrameProps) {
  const hintId = useId();
  const { frame, view, handlers, fit, zoomIn, zoomOut } = panZoom;
  const { width, height } = placed;
  function zoomByKey(event: KeyboardEvent<HTMLElement>) {
    const actions: Record<string, () => void> = { '+': zoomIn, '-': zoomOut, '0': fit };
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
  return (
    <Panel
      title={title}
      beside={beside}
      flush
      action={
        <span className={classes.actions}>
          {action}
          <GraphZoom zoomOut={zoomOut} zoomIn={zoomIn} fit={fit} />
        </span>
      }
    >
      {error && <ErrorPanel error={error} onRetry={onRetry} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons above do the same */}
      <div
        ref={frame}
        role="group"
        className={classes.frame}
        aria-label={title}
        aria-describedby={hintId}
        onKeyDown={zoomByKey}
        {...handlers}
      >
        <div
          className={classes.plane}
          style={{
            width,
            height,
            ...(view
              ? { transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }
              : { visibility: 'hidden' }),
          }}
        >
          <GraphEdges {...placed} hasOwnNames={hasOwnNames} />
          <ul className={classes.nodes}>{children}</ul>
        </div>
      </div>
      <p id={hintId} className={classes.hint} data-on="screen">
        {hint}
      </p>
    </Panel>
  );
}
