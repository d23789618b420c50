import { Skeleton } from '@mantine/core';
import classes from './PageHeader.module.css';
import { PathLink } from './PathLink.tsx';
import { usePageTexts } from './page.texts.ts';

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
        {[{ name: t.home, to: '/' }, ...parents].map((parent) => (
          <li key={parent.to}>
            {parent.name === undefined ? (
              <Skeleton component="span" className={classes.crumbSkeleton} />
            ) : (
              <PathLink to={parent.to} isOneOfQueries>
                {parent.name}
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
