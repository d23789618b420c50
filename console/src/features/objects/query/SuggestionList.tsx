import { Combobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { memo, useLayoutEffect } from 'react';
import type { Searched } from '@annals/rules/query-search';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import classes from './QueryInput.module.css';
import { useQueryTexts } from './query.texts.ts';
import { type Suggestion, suggestionsFor, termAt, titleQueryOf } from './suggestions.ts';
import { queryPause } from './useQueryText.ts';
import { useKnownNames } from './useKnownNames.ts';

interface SuggestionListProps {
  partitionId: string;
  searched: Searched;
  versions: readonly ObjectVersion[];
  text: string;
  caret: number;
  isOpen: boolean;
  /** Called with the suggestions in the list. */
  onShow: (suggestions: readonly Suggestion[]) => void;
}

/** Apart from the field, because it takes longer to render than a key press may take. */
export const SuggestionList = memo(function SuggestionList({
  partitionId,
  searched,
  versions,
  text,
  caret,
  isOpen,
  onShow,
}: SuggestionListProps) {
  const t = useQueryTexts();
  const { term } = termAt(text, caret);
  const [title] = useDebouncedValue(titleQueryOf(term), queryPause);
  const names = useKnownNames(partitionId, versions, { wanted: isOpen, title });
  const suggestions = isOpen ? suggestionsFor(term, searched, names) : [];
  useLayoutEffect(() => onShow(suggestions));
  return (
    <Combobox.Dropdown hidden={suggestions.length === 0}>
      <Combobox.Options className={classes.options} aria-label={t.suggestions}>
        {suggestions.map((suggestion, index) => (
          <Combobox.Option key={suggestion.text} value={String(index)}>
            <span className={classes.option}>
              <span className={classes.text}>{suggestion.text}</span>
              {suggestion.about && (
                <span className={classes.about}>{t.about[suggestion.about]}</span>
              )}
            </span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {searched === 'objects' && (
        <Combobox.Footer className={classes.syntax}>{t.syntax}</Combobox.Footer>
      )}
    </Combobox.Dropdown>
  );
});
