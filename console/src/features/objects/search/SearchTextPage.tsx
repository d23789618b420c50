import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
// oxlint-disable-next-line no-restricted-imports -- it grows at its end and has no pages to turn
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation, useParams, useRouter } from '@tanstack/react-router';
import { isNotOffered } from '../../../api/errors.ts';
import { ErrorPanel } from '../../../shared/feedback/ErrorPanel.tsx';
import { pathTo } from '../../../shared/links.ts';
import { DebouncedTextInput } from '../../../shared/list/DebouncedTextInput.tsx';
import { PageHeader } from '../../../shared/page/PageHeader.tsx';
import { PathLink } from '../../../shared/page/PathLink.tsx';
import type { PlainSearch } from '../../../shared/search.ts';
import { EmptyState } from '../../../shared/feedback/EmptyState.tsx';
import { LineSkeletons } from '../../../shared/states/QueryPanel.tsx';
import { TimeTravelBar } from '../../../shared/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../../shared/time-travel/useTimeTravel.ts';
import { useObjectsPlace } from '../useObjectsPlace.ts';
import { FoundObject } from './FoundObject.tsx';
import { searchTextQuery, textSearchAt } from './search-text.queries.ts';
import { useSearchTextTexts } from './search-text.texts.ts';
import { TypeFacets } from './TypeFacets.tsx';
import classes from './SearchTextPage.module.css';

/** Full text over a partition, the best match first, as of the moment that is shown. */
export function SearchTextPage() {
  const t = useSearchTextTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/indices/search-text' });
  const { partitionName, parents, objects } = useObjectsPlace(partitionId);
  const router = useRouter();
  const search: PlainSearch = useLocation({ select: (location) => location.search });
  const { text } = textSearchAt(search);
  // While one types, each text takes the place of the one before it in the history.
  const look = (next: string) => {
    const { text: _, type: __, ...rest } = search;
    void router.navigate({
      to: '.',
      search: next === '' ? rest : { ...rest, text: next },
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <>
      <PageHeader title={t.heading} parents={[...parents, objects]} />
      <TimeTravelBar partitionName={partitionName}>
        <search className={classes.search}>
          <DebouncedTextInput
            label={t.search}
            placeholder={t.placeholder}
            value={text}
            onChange={look}
            icon={<IconSearch size={16} stroke={1.75} aria-hidden />}
            wide
          />
        </search>
        {text === '' ? (
          <EmptyState title={t.ask} hint={t.askHint} />
        ) : (
          <Found partitionId={partitionId} />
        )}
      </TimeTravelBar>
    </>
  );
}

function Found({ partitionId }: { partitionId: string }) {
  const t = useSearchTextTexts();
  const router = useRouter();
  const search: PlainSearch = useLocation({ select: (location) => location.search });
  const { asOf, isPast, withAsOf } = useTimeTravel();
  const wish = textSearchAt(search);
  const query = useInfiniteQuery(searchTextQuery(partitionId, asOf, wish));
  const { data, error } = query;
  const [first] = data?.pages ?? [];
  const choose = (type: string | undefined) => {
    const { type: _, ...rest } = search;
    void router.navigate({
      to: '.',
      search: type === undefined ? rest : { ...rest, type },
      resetScroll: false,
    });
  };
  if (data === undefined && isNotOffered(error)) {
    const list = withAsOf(pathTo('v1-partitions-partitionId-objects', { partitionId }));
    return (
      <EmptyState
        title={t.notOffered}
        hint={t.notOfferedHint}
        action={<PathLink to={list}>{t.toObjects}</PathLink>}
      />
    );
  }
  if (data === undefined && error)
    return <ErrorPanel error={error} onRetry={() => void query.refetch()} />;
  if (!data || !first) return <LineSkeletons lines={12} />;
  const found = data.pages.flatMap((page) => page.data);
  return (
    <div className={classes.found} aria-busy={query.isPlaceholderData}>
      <output className={classes.count}>{t.found(first.total.value, first.total.estimate)}</output>
      <TypeFacets facets={first.facets} chosen={wish.type} onChoose={choose} />
      {found.length === 0 &&
        (query.hasNextPage ? (
          <EmptyState title={t.noneYet} hint={t.noneYetHint} />
        ) : wish.type !== undefined && first.facets.length > 0 ? (
          <EmptyState
            title={t.noneOfType}
            action={
              <Button variant="default" onClick={() => choose(undefined)}>
                {t.clearType}
              </Button>
            }
          />
        ) : (
          <EmptyState title={t.none} hint={isPast ? t.noneThenHint : t.noneHint} />
        ))}
      {found.length > 0 && (
        <ol className={classes.results}>
          {found.map((one) => (
            <FoundObject key={one.object.id} partitionId={partitionId} found={one} />
          ))}
        </ol>
      )}
      {error && <ErrorPanel error={error} onRetry={() => void query.fetchNextPage()} />}
      {query.hasNextPage && !error && (
        <Button
          className={classes.more}
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {found.length === 0 ? t.goOn : t.more}
        </Button>
      )}
    </div>
  );
}
