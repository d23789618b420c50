import { Link, useMatch } from '@tanstack/react-router';
import type { PlainSearch } from '../../platform/search.ts';
import { oneOf } from '../../platform/search.ts';
import { useAccessGraphTexts } from './access-graph.texts.ts';

export type AccessView = 'list' | 'graph';

/** Whether the address asks for the graph. */
export function useAccessView(): AccessView {
  const search: PlainSearch = useMatch({ strict: false, select: (page) => page.search });
  return oneOf(search['view']) === 'graph' ? 'graph' : 'list';
}

/** A word that shows the same access as a graph, or as a list. */
export function AccessViewLink({ view }: { view: AccessView }) {
  const t = useAccessGraphTexts();
  return (
    <Link
      to="."
      data-on="screen"
      search={(before: PlainSearch) => ({
        ...before,
        view: view === 'graph' ? view : undefined,
      })}
      resetScroll={false}
      activeProps={{}}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      {view === 'graph' ? t.showGraph : t.showList}
    </Link>
  );
}
