import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNoSuchThing } from '../../api/errors.ts';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import classes from './QueryPanel.module.css';
import { Panel } from './Panel.tsx';

interface QueryPanelProps<T> {
  title: string;
  query: UseQueryResult<T>;
  /** How many lines the content will about have. */
  lines?: number;
  /** Whether what it is a part of is there at all is not known yet: that is told first, and a failure here waits. */
  waits?: boolean;
  beside?: (data: T) => ReactNode;
  action?: ReactNode;
  flush?: boolean;
  children: (data: T) => ReactNode;
}

/** A part of a page that loads and fails separately. It is left out where the services do not have the call. */
export function QueryPanel<T>({
  title,
  query,
  lines = 3,
  waits = false,
  beside,
  action,
  flush = false,
  children,
}: QueryPanelProps<T>) {
  const { data } = query;
  const error = waits ? null : query.error;
  // It is a part of what does not exist, of which the page tells.
  if (data === undefined && isNoSuchThing(error)) return null;
  const failed = error !== null;
  return (
    <Panel
      title={title}
      beside={data !== undefined && beside?.(data)}
      action={action}
      flush={flush && !failed && data !== undefined}
      error={data === undefined ? error : null}
    >
      {failed && <ErrorPanel error={error} onRetry={() => void query.refetch()} />}
      {data === undefined ? !failed && <LineSkeletons lines={lines} /> : children(data)}
    </Panel>
  );
}

/** Bars where lines of text will stand. */
export function LineSkeletons({ lines }: { lines: number }) {
  return (
    <div className={classes.lines} aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={12} width={`${75 - ((line * 17) % 35)}%`} />
      ))}
    </div>
  );
}
