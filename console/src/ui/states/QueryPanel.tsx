import { Skeleton } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import classes from './QueryPanel.module.css';
import { Panel } from './Panel.tsx';

interface QueryPanelProps<T> {
  title: string;
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** The approximate number of lines of the content. */
  lines?: number;
  beside?: (data: T) => ReactNode;
  action?: ReactNode;
  flush?: boolean;
  children: (data: T) => ReactNode;
}

/** A section of a page that loads and fails separately. Omitted if the services do not have the call. */
export function QueryPanel<T>({
  title,
  query,
  lines = 3,
  beside,
  action,
  flush = false,
  children,
}: QueryPanelProps<T>) {
  const { data, error } = query;
  const isOfOneThing = Object.keys(useParams({ strict: false })).length > 0;
  // The page reports that its thing does not exist; a page without one has nothing to report it.
  if (data === undefined && isOfOneThing && isNoSuchThing(error)) return null;
  return (
    <Panel
      title={title}
      beside={data !== undefined && beside?.(data)}
      action={action}
      flush={flush && error === null && data !== undefined}
      error={data === undefined ? error : null}
    >
      <QueryStates query={query} lines={lines}>
        {children}
      </QueryStates>
    </Panel>
  );
}

interface QueryStatesProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  /** The title of the error. */
  failed?: string;
  lines?: number;
  /** Rendered while it loads, by default placeholder lines. */
  pending?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A part without a panel of its own, such as the content of a dialog, that loads and fails separately. */
export function QueryStates<T>({
  query,
  failed,
  lines = 3,
  pending,
  children,
}: QueryStatesProps<T>) {
  const { data, error } = query;
  const isFailed = error !== null;
  return (
    <>
      {isFailed && <ErrorPanel title={failed} error={error} onRetry={() => void query.refetch()} />}
      {data === undefined
        ? !isFailed && (pending ?? <LineSkeletons lines={lines} />)
        : children(data)}
    </>
  );
}

/** Placeholder bars for lines of text. */
export function LineSkeletons({ lines }: { lines: number }) {
  return (
    <div className={classes.lines} aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={12} width={`${75 - ((line * 17) % 35)}%`} />
      ))}
    </div>
  );
}
