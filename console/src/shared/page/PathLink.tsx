import { Link, type LinkComponentProps } from '@tanstack/react-router';
import { parseSearch } from '../search.ts';

/** Only a link to the very page one is on says so to a screen reader; to the router, `/` is part of every path. */
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
  /** A path of the console with its query, as `pathTo` builds it. */
  to: string;
  /** It stands among links to the same path with other queries: only with its own is it the very page. */
  isOneOfQueries?: boolean;
}

/** A link to a path of the console that is already filled in; the page's code and data start loading on hover. */
export function PathLink({ to, isOneOfQueries = false, ...rest }: PathLinkProps) {
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
