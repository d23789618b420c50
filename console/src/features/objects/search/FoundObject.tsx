import type { ResponseOf } from '@annals/contracts/endpoint';
import type { searchText } from '@annals/contracts/object-search';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { PathLink } from '../../../shared/page/PathLink.tsx';
import { useTimeTravel } from '../../../shared/time-travel/useTimeTravel.ts';
import { Moment } from '../../../shared/time/Moment.tsx';
import { latestPath } from '../shared/object-paths.ts';
import { Author, EndedBadge, TypeBadge } from '../shared/ObjectLabels.tsx';
import { pathName } from './path-name.ts';
import { useSearchTextTexts } from './search-text.texts.ts';
import classes from './SearchTextPage.module.css';

type Found = ResponseOf<typeof searchText>['data'][number];

interface FoundObjectProps {
  partitionId: string;
  found: Found;
}

/** One object that matches, with the places where it does. */
export function FoundObject({ partitionId, found: { object, highlights } }: FoundObjectProps) {
  const t = useSearchTextTexts();
  const { isPast, withAsOf } = useTimeTravel();
  return (
    <li className={classes.result}>
      <div className={classes.head}>
        <PathLink className={classes.title} to={withAsOf(latestPath(partitionId, object))}>
          {titleOf(object)}
        </PathLink>
        <TypeBadge type={object.type} />
        {object.endedDate && <EndedBadge />}
      </div>
      {highlights.length > 0 && (
        <dl className={classes.places}>
          {highlights.map(({ path, pieces }) => (
            <div key={path} className={classes.place}>
              <dt>{pathName(path)}</dt>
              <dd>
                {pieces.map(({ text, hit }, index) =>
                  // oxlint-disable-next-line no-array-index-key -- pieces of one text have no name but their place
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
