import { useState } from 'react';
import { parseQuery, printQuery, type QueryTerm } from '@annals/rules/query';
import type { getPartition } from '@annals/contracts/partitions';
import type { AnswerOf } from '../../../platform/api/told.ts';
import { grouped } from '../../../platform/texts.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import classes from './TypeChips.module.css';

/** Where there are more, the others open with a button. */
const maxChips = 4;
/** More would fill the page before its list; the others are found by `type:` in the search. */
const maxOpenChips = 24;

interface TypeChipsProps {
  /** The types of the partition with their numbers of objects, as of now. */
  types: NonNullable<AnswerOf<typeof getPartition>['types']>;
  query: string;
  onChange: (query: string) => void;
}

/** The types of the objects with their counts; one can be chosen, which is a condition of the search. */
export function TypeChips({ types, query, onChange }: TypeChipsProps) {
  const t = useObjectsTexts();
  const chosen = typeOfQuery(query);
  const [opened, setOpened] = useState(false);
  const most = types.toSorted((one, other) => other.timelineCount - one.timelineCount);
  const isShort = !opened && most.length > maxChips;
  // The button takes the place of the last.
  const count = isShort ? maxChips - 1 : maxOpenChips;
  const shown = most.filter(({ type }, index) => index < count || type === chosen);
  if (shown.length === 0) return null;
  return (
    <fieldset className={classes.chips} aria-label={t.type}>
      {shown.map(({ type, timelineCount }) => (
        <button
          key={type}
          type="button"
          className={classes.chip}
          aria-pressed={type === chosen}
          onClick={() => onChange(withType(query, type === chosen ? undefined : type))}
        >
          {type} <span className={classes.count}>{grouped(timelineCount)}</span>
        </button>
      ))}
      {isShort && (
        <button type="button" className={classes.chip} onClick={() => setOpened(true)}>
          {t.moreTypes(most.length - shown.length)}
        </button>
      )}
    </fieldset>
  );
}

const isType = (term: QueryTerm): boolean =>
  term.kind === 'condition' && term.key === 'type' && !term.keyQuoted && term.comparison === ':';

/** The type that the query asks for. */
export function typeOfQuery(query: string): string | undefined {
  const term = parseQuery(query).terms.find((each) => isType(each.term))?.term;
  return term?.kind === 'condition' && term.value.kind === 'text' ? term.value.text : undefined;
}

/** The query with another condition for the type, or without one. */
export function withType(query: string, type: string | undefined): string {
  const others = parseQuery(query)
    .terms.map(({ term }) => term)
    .filter((term) => !isType(term));
  if (type === undefined) return printQuery(others);
  const condition: QueryTerm = {
    kind: 'condition',
    key: 'type',
    keyQuoted: false,
    comparison: ':',
    value: { kind: 'text', text: type, quoted: false },
  };
  return printQuery([condition, ...others]);
}
