import { Button } from '@mantine/core';
// oxlint-disable-next-line no-restricted-imports -- an infinite list without pages
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { searchText } from '@annals/contracts/object-search';
import { pathName } from '@annals/rules/query-search';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { CopyAs } from '../../../ui/copy-as/CopyAs.tsx';
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { usePageLocation } from '../../../platform/page-location.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { MoreButton } from '../../../ui/states/MoreButton.tsx';
import { LineSkeletons } from '../../../ui/states/QueryPanel.tsx';
import { TimeTravelBar } from '../../../domain/time-travel/TimeTravelBar.tsx';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { latestPath } from '../shared/object-paths.ts';
import { Author, StateMark, TypeBadge } from '../shared/ObjectLabels.tsx';
import { usePartitionOfObjects } from '../shared/usePartitionOfObjects.ts';
import { QueryInput } from '../query/QueryInput.tsx';
import { useSearchTextTexts } from './search-text.texts.ts';
import { searchTextQuery, textSearchAt } from './search.queries.ts';
import classes from './SearchTextPage.module.css';

/** Full-text search in a partition as of the shown moment, best match first. */
export function SearchTextPage() {
  const t = useSearchTextTexts();
  const { partitionId } = useParams({ from: '/v1/partitions/$partitionId/indices/search-text' });
  const { partitionName, parents, objects } = usePartitionOfObjects(partitionId);
  const router = useRouter();
  const { search } = usePageLocation();
  const { text } = textSearchAt(search);
  // Typing replaces the history entry instead of adding one per key press.
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
        <QueryInput
          partitionId={partitionId}
          searched="words"
          value={text}
          onChange={look}
          elsewhere={objects}
        />
        {text === '' ? (
          <EmptyState title={t.ask} hint={t.askHint} />
        ) : (
          <SearchResults partitionId={partitionId} />
        )}
      </TimeTravelBar>
    </>
  );
}

function SearchResults({ partitionId }: { partitionId: string }) {
  const t = useSearchTextTexts();
  const router = useRouter();
  const { search } = usePageLocation();
  const { shown, isPast } = useTimeTravel();
  const textSearch = textSearchAt(search);
  const query = useInfiniteQuery(searchTextQuery(partitionId, shown, textSearch));
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
  if (data === undefined && error)
    return <ErrorPanel error={error} onRetry={() => void query.refetch()} />;
  if (!data || !first) return <LineSkeletons lines={12} />;
  const found = data.pages.flatMap((page) => page.data);
  return (
    <div className={classes.found} aria-busy={query.isPlaceholderData}>
      <div className={classes.counted}>
        <output className={classes.count}>
          {t.found(first.total.value, first.total.estimate)}
        </output>
        <CopyAs
          call={{
            row: searchText,
            input: {
              params: { partitionId },
              query: { query: textSearch.text, type: textSearch.type, ...shown },
            },
          }}
        />
      </div>
      <TypeFacets facets={first.facets} chosen={textSearch.type} onChoose={choose} />
      {found.length === 0 &&
        (query.hasNextPage ? (
          <EmptyState title={t.noneYet} hint={t.noneYetHint} />
        ) : textSearch.type !== undefined && first.facets.length > 0 ? (
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
      {!error && (
        <MoreButton query={query} className={classes.more}>
          {found.length === 0 ? t.goOn : t.more}
        </MoreButton>
      )}
    </div>
  );
}

type Found = AnswerOf<typeof searchText>['data'][number];

interface FoundObjectProps {
  partitionId: string;
  found: Found;
}

/** A match with highlighted words. */
function FoundObject({ partitionId, found: { object, highlights } }: FoundObjectProps) {
  const t = useSearchTextTexts();
  const { isPast, withAsOf } = useTimeTravel();
  return (
    <li className={classes.result}>
      <div className={classes.head}>
        <PathLink className={classes.title} to={withAsOf(latestPath(partitionId, object))}>
          {titleOf(object)}
        </PathLink>
        <TypeBadge type={object.type} />
        <StateMark version={object} />
      </div>
      {highlights.length > 0 && (
        <dl className={classes.places}>
          {highlights.map(({ path, pieces }) => (
            <div key={path} className={classes.place}>
              <dt>{pathName(path)}</dt>
              <dd>
                {pieces.map(({ text, hit }, index) =>
                  // oxlint-disable-next-line no-array-index-key -- the pieces of a text are identified by their position
                  hit ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className={classes.facts}>
        <Moment value={object.modificationDate} absolute={isPast} /> {t.by}{' '}
        <Author version={object} />
      </p>
    </li>
  );
}

interface TypeFacetsProps {
  facets: readonly { type: string; count: number }[];
  chosen: string | undefined;
  onChoose: (type: string | undefined) => void;
}

/** The match counts by type; selecting one filters the results. */
function TypeFacets({ facets, chosen, onChoose }: TypeFacetsProps) {
  const t = useSearchTextTexts();
  if (facets.length === 0) return null;
  return (
    <div className={classes.facets} role="group" aria-label={t.types}>
      <button
        type="button"
        className={classes.facet}
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        {t.allTypes}
      </button>
      {facets.map(({ type, count }) => (
        <button
          key={type}
          type="button"
          className={classes.facet}
          aria-pressed={chosen === type}
          onClick={() => onChoose(chosen === type ? undefined : type)}
        >
          {t.facet(type, count)}
        </button>
      ))}
    </div>
  );
}
