import { Link, type LinkComponentProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { parseSearch } from '../../platform/search.ts';
import { usePageTexts } from './page.texts.ts';

/** Only a link to exactly the current page is marked as such; for the router, `/` is part of every path. */
const exactly = { exact: true, includeSearch: false };
const exactlyWithQuery = { exact: true, includeSearch: true };

interface PathLinkProps extends Pick<
  LinkComponentProps,
  | 'children'
  | 'className'
  | 'title'
  | 'target'
  | 'ref'
  | 'tabIndex'
  | 'onClick'
  | 'aria-label'
  | 'aria-current'
  | 'id'
> {
  /** A path of the console with its query, built by `pathTo`; empty for a thing without a page. */
  to: string;
  /**
   * Whether it is among links to the same path with other queries: only the one with the current query is
   * marked as current.
   */
  isOneOfQueries?: boolean;
}

/** A link to a complete path of the console; hovering preloads the page's code and data. */
export function PathLink(props: PathLinkProps) {
  return props.to === '' ? <WithoutPage {...props} /> : <LinkToPath {...props} />;
}

/** The text of a link to a thing that no address can contain. */
function WithoutPage({ children, className, id }: PathLinkProps) {
  const t = usePageTexts();
  return (
    <span className={className} id={id} title={t.noPage}>
      {children as ReactNode}
    </span>
  );
}

function LinkToPath({ to, isOneOfQueries = false, ...rest }: PathLinkProps) {
  const [address = '', hash] = to.split('#', 2);
  const [path = '/', query = ''] = address.split('?', 2);
  return (
    <Link
      to={path}
      search={parseSearch(query)}
      {...(hash !== undefined && { hash })}
      activeProps={{}}
      activeOptions={isOneOfQueries ? exactlyWithQuery : exactly}
      {...rest}
    />
  );
}
