import { Button, CloseButton } from '@mantine/core';
import { IconFilterPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import type { Condition } from '@annals/contracts/object-search';
import type { ObjectVersion } from '@annals/contracts/objects';
import { shortenId } from '../../../shared/ids/display-names.ts';
import { lazyNamed } from '../../../shared/lazy-named.ts';
import type { ListState } from '../../../shared/list/useListState.ts';
import { typedNumber } from '../../../shared/numbers/typed-number.ts';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { currentLanguage, useDateLocale } from '../../../shared/texts.ts';
import { absoluteMoment } from '../../../shared/time/format-moment.ts';
import { useUtc } from '../../../shared/time/utc.ts';
import { targetQuery } from '../shared/object.queries.ts';
import { usePeople } from '../shared/usePeople.ts';
import type { AsOfQuery } from '../../../shared/time-travel/as-of-search.ts';
import { type FilterTexts, useFilterTexts } from './filters.texts.ts';
import {
  conditionsOf,
  type ObjectFilter,
  pathName,
  referencesOf,
  written,
} from './object-filters.ts';
import classes from './ObjectsPage.module.css';

const loadAddFilter = () => import('./AddFilter.tsx');
const AddFilter = lazyNamed(loadAddFilter, 'AddFilter');

interface FilterChipsProps {
  partitionId: string;
  at: AsOfQuery;
  list: ListState<ObjectFilter>;
  /** The shown versions, whose fields and authors are suggested. */
  versions: readonly ObjectVersion[];
}

/** The active filters with remove buttons, and the button that adds one. */
export function FilterChips({ partitionId, at, list, versions }: FilterChipsProps) {
  const t = useFilterTexts();
  const locale = useDateLocale();
  const utc = useUtc();
  const [adding, setAdding] = useState(false);
  const { filters } = list.state;
  const conditions = conditionsOf(filters);
  const references = referencesOf(filters);
  const people = usePeople(partitionId, versions);
  const { modifiedBy, modifiedFrom, modifiedTo } = filters;
  return (
    <div className={classes.bar} role="group" aria-label={t.filters}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFilterPlus size={16} stroke={1.75} aria-hidden />}
        onClick={() => setAdding(true)}
        onPointerEnter={() => void loadAddFilter()}
        onFocus={() => void loadAddFilter()}
      >
        {t.addFilter}
      </Button>
      {conditions.map((condition, index) => (
        <Chip
          key={JSON.stringify(condition)}
          words={conditionWords(condition, t)}
          onRemove={() => list.filters.set('where', written(conditions.toSpliced(index, 1)))}
        />
      ))}
      {references.map((reference, index) => (
        <ReferenceChip
          key={JSON.stringify(reference)}
          partitionId={partitionId}
          at={at}
          name={reference.name}
          timelineId={reference.timelineId}
          onRemove={() => list.filters.set('references', written(references.toSpliced(index, 1)))}
        />
      ))}
      {modifiedBy !== undefined && (
        <Chip
          words={t.changedBy(people.get(modifiedBy) ?? shortenId(modifiedBy))}
          onRemove={() => list.filters.set('modifiedBy', '')}
        />
      )}
      {modifiedFrom !== undefined && (
        <Chip
          words={t.changedFrom(absoluteMoment(modifiedFrom, locale, utc))}
          onRemove={() => list.filters.set('modifiedFrom', '')}
        />
      )}
      {modifiedTo !== undefined && (
        <Chip
          words={t.changedTo(absoluteMoment(modifiedTo, locale, utc))}
          onRemove={() => list.filters.set('modifiedTo', '')}
        />
      )}
      {adding && (
        <Suspense>
          <AddFilter
            partitionId={partitionId}
            list={list}
            versions={versions}
            people={people}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface ReferenceChipProps {
  partitionId: string;
  at: AsOfQuery;
  name: string | undefined;
  timelineId: string;
  onRemove: () => void;
}

function ReferenceChip({ partitionId, at, name, timelineId, onRemove }: ReferenceChipProps) {
  const t = useFilterTexts();
  const { data } = useQuery(targetQuery(partitionId, timelineId, at));
  const target = data ? titleOf(data) : shortenId(timelineId);
  return <Chip words={`${name ?? t.anyName} ${t.pointsAt} ${target}`} onRemove={onRemove} />;
}

function Chip({ words, onRemove }: { words: string; onRemove: () => void }): ReactNode {
  const t = useFilterTexts();
  return (
    <span className={classes.chip}>
      <span className={classes.words}>{words}</span>
      <CloseButton size="xs" aria-label={t.remove(words)} onClick={onRemove} />
    </span>
  );
}

/** A condition in words: release.cycle is "16". */
function conditionWords({ path, op, value }: Condition, t: FilterTexts): string {
  const words = `${pathName(path)} ${t.operators[op]}`;
  if (value === undefined) return words;
  if (typeof value === 'boolean') return `${words} ${value ? t.yes : t.no}`;
  if (typeof value === 'string') return `${words} ${t.quoted(value)}`;
  return `${words} ${value === null ? 'null' : typedNumber(value, currentLanguage())}`;
}
