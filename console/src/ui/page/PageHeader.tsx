import { Skeleton } from '@mantine/core';
import { createContext, use, useEffect, type ReactNode } from 'react';
import { productTitle } from '../../platform/api/product.ts';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import { shownName } from '../ids/display-names.ts';
import { pageHeadingId, useHeadingFocusKept } from './heading-focus.ts';
import classes from './PageHeader.module.css';
import { usePageTexts } from './page.texts.ts';
import { PathLink } from './PathLink.tsx';

export interface Crumb {
  /** Undefined while it is still loading; never a bare id. */
  name: string | undefined;
  /** As `pathTo` builds it. */
  to: string;
}

interface BreadcrumbProps {
  parents: readonly Crumb[];
  current: string | undefined;
}

export function Breadcrumb({ parents, current }: BreadcrumbProps) {
  const t = usePageTexts();
  return (
    <nav className={classes.breadcrumb} aria-label={t.breadcrumb}>
      <ol>
        {parents.map((parent) => (
          <li key={`${parent.to} ${parent.name}`}>
            {parent.name === undefined ? (
              <Skeleton component="span" className={classes.crumbSkeleton} />
            ) : (
              <PathLink to={parent.to} isOneOfQueries>
                {shownName(parent.name, '')}
              </PathLink>
            )}
          </li>
        ))}
        <li aria-current="page">
          {current === undefined ? (
            <Skeleton component="span" className={classes.crumbSkeleton} />
          ) : (
            <span>{current}</span>
          )}
        </li>
      </ol>
    </nav>
  );
}

export interface PageHeaderProps {
  /** The text of the heading, the document title and the last breadcrumb; undefined while the name is loading. */
  title: string | undefined;
  /** The names of the parent pages, outermost first; by default those of the frame. The logo and the menu lead to Home. */
  parents?: readonly Crumb[];
  /** The primary action of the page. */
  action?: ReactNode;
  /** Small items beside the heading: a status, a copyable id. */
  beside?: ReactNode;
  /** Items that load with the data: on a phone, where each is on its own line, their space is reserved. */
  coming?: readonly ('beside' | 'action')[] | undefined;
  /** Whether the requested item does not exist, so that the page is not remembered as recent. */
  absent?: boolean | undefined;
  /** The query of the shown data: a failure to load it again is reported below the heading. */
  query?: { error: Error | null; refetch: () => unknown } | undefined;
}

/** The parents that the frame around the header knows. */
export const FrameParents = createContext<readonly Crumb[]>([]);

export function PageHeader({
  title: name,
  parents: ownParents,
  action,
  beside,
  coming,
  absent,
  query,
}: PageHeaderProps) {
  const t = usePageTexts();
  useHeadingFocusKept();
  const frameParents = use(FrameParents);
  const parents = ownParents ?? frameParents;
  const title = name === undefined ? undefined : shownName(name, '');
  const names = [title ?? t.loading, ...parents.map((parent) => parent.name).toReversed()];
  const documentTitle = [...names.filter((each) => each !== undefined), productTitle].join(' · ');
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  const header = (
    <header className={classes.header}>
      {parents.length > 0 && <Breadcrumb parents={parents} current={title} />}
      <div className={classes.row} data-in-lines={coming !== undefined}>
        <h1
          className={classes.heading}
          id={pageHeadingId}
          tabIndex={-1}
          aria-busy={title === undefined}
          data-absent={absent}
        >
          {title ?? (
            <Skeleton component="span" className={classes.skeleton} aria-label={t.loading} />
          )}
        </h1>
        {beside ? (
          <div className={classes.beside}>{beside}</div>
        ) : (
          coming?.includes('beside') && (
            <div className={classes.coming} aria-hidden>
              <Skeleton height={24} width="55%" my={6} />
            </div>
          )
        )}
        {action ? (
          <div className={classes.action} data-on="screen">
            {action}
          </div>
        ) : (
          coming?.includes('action') && (
            <div className={classes.coming} aria-hidden>
              <Skeleton height={36} width={128} ml="auto" />
            </div>
          )
        )}
      </div>
    </header>
  );
  if (!query?.error) return header;
  return (
    <>
      {header}
      <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
    </>
  );
}
