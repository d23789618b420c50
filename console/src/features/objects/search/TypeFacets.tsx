import classes from './SearchTextPage.module.css';
import { useSearchTextTexts } from './search-text.texts.ts';

interface TypeFacetsProps {
  facets: readonly { type: string; count: number }[];
  chosen: string | undefined;
  onChoose: (type: string | undefined) => void;
}

/** How many of each type were found; one of them narrows what is shown. */
export function TypeFacets({ facets, chosen, onChoose }: TypeFacetsProps) {
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
