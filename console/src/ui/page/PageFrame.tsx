import { type Query, skipToken, useQuery } from '@tanstack/react-query';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { createContext, type ReactNode, Suspense, use, useLayoutEffect, useState } from 'react';
import { isNoSuchThing } from '../../platform/api/errors.ts';
import { queryClient } from '../../platform/api/query.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { LineSkeletons } from '../states/QueryPanel.tsx';
import { type Crumb, FrameParents, PageHeader, type PageHeaderProps } from './PageHeader.tsx';
import { PathLink } from './PathLink.tsx';
import { usePageLocation } from '../../platform/page-location.ts';

/** What is known about a page without its data. */
export interface PageFrameProps {
  /** The kind of thing that the page shows: the heading if that could not be loaded. */
  name: string;
  /** The heading while the data load, if the address says it. */
  title?: string;
  /** The pages above it, outermost first. */
  parents?: readonly Crumb[];
  /** What is said if there is no such thing, and the name of where a link leads: by default the page above it, if there is one. */
  absent?: { noSuch: string; noSuchHint: string; all: string; to?: string };
  /** What is beside the heading in any case: the id in the address. */
  beside?: ReactNode;
  /** What else comes beside the heading with the data; see `PageHeader`. */
  coming?: PageHeaderProps['coming'];
  /** The approximate number of lines of the content. */
  lines?: number;
  /** Rendered in place of the children's header if `renderAround` renders something between header and content. */
  header?: ReactNode;
  /** What stays usable whatever becomes of the content, such as the choice of a moment. */
  renderAround?: (content: ReactNode) => ReactNode;
  /** The page, which reads its data with `useSuspenseQuery`. */
  children: ReactNode;
}

const none: readonly Crumb[] = [];
const asIs = (content: ReactNode) => content;

/**
 * The states of a page in which it has no data: they are loading, could not be loaded, or there is no such thing. The
 * page itself is rendered with its data only.
 */
export function PageFrame({
  name,
  title,
  parents = none,
  absent,
  beside,
  coming,
  lines = 8,
  header,
  renderAround = asIs,
  children,
}: PageFrameProps) {
  const wayOut = absent?.to ?? parents.at(-1)?.to;
  const heading: View = (state) =>
    state === 'absent' && absent ? (
      <PageHeader title={absent.noSuch} absent />
    ) : (
      <PageHeader
        title={state === 'pending' ? title : (title ?? name)}
        beside={beside}
        coming={state === 'pending' ? coming : undefined}
      />
    );
  const content: View = (state, failure) =>
    state === 'pending' ? (
      <div aria-busy="true">
        <LineSkeletons lines={lines} />
      </div>
    ) : state === 'absent' && absent ? (
      <EmptyState
        hint={absent.noSuchHint}
        action={wayOut !== undefined && <PathLink to={wayOut}>{absent.all}</PathLink>}
      />
    ) : (
      <ErrorPanel {...failure} />
    );
  return (
    <FrameParents value={parents}>
      {header === undefined ? (
        <States
          renderView={(state, failure) => (
            <>
              {heading(state, failure)}
              {renderAround(content(state, failure))}
            </>
          )}
        >
          {children}
        </States>
      ) : (
        <>
          <States renderView={heading}>{header}</States>
          {renderAround(<States renderView={content}>{children}</States>)}
        </>
      )}
    </FrameParents>
  );
}

interface Failure {
  error: unknown;
  onRetry?: () => void;
}

type View = (state: 'pending' | 'failed' | 'absent', failure: Failure) => ReactNode;

const CurrentView = createContext<View>(() => null);

function States({ renderView, children }: { renderView: View; children: ReactNode }) {
  const { href } = usePageLocation();
  return (
    <CurrentView value={renderView}>
      <CatchBoundary getResetKey={() => href} errorComponent={Failed}>
        <Suspense fallback={renderView('pending', { error: undefined })}>{children}</Suspense>
      </CatchBoundary>
    </CurrentView>
  );
}

function Failed({ error, reset }: ErrorComponentProps) {
  const view = use(CurrentView);
  const [query] = useState(() =>
    queryClient
      .getQueryCache()
      .getAll()
      .find(({ state }) => state.error === error),
  );
  if (query) return <FailedQuery query={query} onAnswered={reset} />;
  // The page itself has found that there is no such thing.
  if (isNoSuchThing(error)) return view('absent', { error });
  // A mistake in the code, for which the router has a page.
  throw error;
}

/** Observes the query like any part of a page, so that the page returns whenever it is answered. */
function FailedQuery({ query, onAnswered }: { query: Query; onAnswered: () => void }) {
  const view = use(CurrentView);
  const { queryKey, options } = query;
  const { error, isSuccess, refetch } = useQuery({
    queryKey,
    queryFn: options.queryFn ?? skipToken,
  });
  // Before the next paint, which would show the page without its content.
  useLayoutEffect(() => {
    if (isSuccess) onAnswered();
  }, [isSuccess, onAnswered]);
  if (error === null) return view('pending', { error });
  return view(isNoSuchThing(error) ? 'absent' : 'failed', {
    error,
    onRetry: () => void refetch(),
  });
}
