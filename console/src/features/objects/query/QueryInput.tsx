import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ObjectVersion } from '@annals/contracts/objects';
import type { QueryErrorCode } from '@annals/contracts/query';
import { readQuery, type Searched } from '@annals/contracts/query-search';
import { useAfterPaint } from '../../../shared/after-paint.ts';
import { PathLink } from '../../../shared/page/PathLink.tsx';
import { useQueryErrorText } from '../../../shared/query/query-errors.texts.ts';
import classes from './QueryInput.module.css';
import { useQueryTexts } from './query.texts.ts';
import { type Suggestion, suggestionsFor, termAt, titleQueryOf } from './suggestions.ts';
import { useKnownNames } from './useKnownNames.ts';

/** Long enough to type a word, short enough to feel immediate. */
const pause = 250;
const otherPage: ReadonlySet<QueryErrorCode> = new Set([
  'changesOnly',
  'notInChanges',
  'notInWords',
]);
const noVersions: readonly ObjectVersion[] = [];

interface QueryInputProps {
  partitionId: string;
  searched: Searched;
  /** The query in the URL. */
  value: string;
  onChange: (query: string) => void;
  /** The shown versions, whose fields, values and authors are suggested. */
  versions?: readonly ObjectVersion[] | undefined;
  /** Where else to search for this query, offered below the error of a condition that is not supported here. */
  elsewhere?: { name: string; searchedFor: (query: string) => string };
  /** Rendered beside the field. */
  children?: ReactNode;
}

/**
 * The field for a query, with suggestions (WAI-ARIA combobox with a list box). Input applies after a pause or
 * with Enter, unless it is invalid: then the error and its position are shown.
 */
export function QueryInput({
  partitionId,
  searched,
  value,
  onChange,
  versions = noVersions,
  elsewhere,
  children,
}: QueryInputProps) {
  const t = useQueryTexts();
  const errorText = useQueryErrorText();
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [caret, setCaret] = useState(value.length);
  const [isTyping, setTyping] = useState(false);
  const composing = useRef(false);
  const followPress = useAfterPaint();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The URL was changed by something other than this field, for example by Back.
  if (value !== known) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }

  const { start, term } = termAt(text, caret);
  const [title] = useDebouncedValue(titleQueryOf(term), pause);
  const names = useKnownNames(partitionId, versions, { wanted: combobox.dropdownOpened, title });
  const suggestions = combobox.dropdownOpened ? suggestionsFor(term, searched, names) : [];

  const { errors } = readQuery(text, searched);
  // An error at the end is not reported while the user is still typing.
  const error = errors.find((one) => !isTyping || one.end < caret || one.start > caret);

  function commit(next: string) {
    clearTimeout(timer.current);
    const query = next.trim();
    if (query !== value && readQuery(query, searched).errors.length === 0) onChange(query);
  }

  function write(next: string, at: number) {
    setText(next);
    setCaret(at);
    setTyping(true);
    combobox.openDropdown();
    combobox.resetSelectedOption();
    clearTimeout(timer.current);
    if (!composing.current) timer.current = setTimeout(commit, pause, next);
  }

  function take({ text: taken, isWhole }: Suggestion) {
    const rest = text.slice(caret);
    const before = text.slice(0, start) + taken + (isWhole && !rest.startsWith(' ') ? ' ' : '');
    // React moves the caret to the end of the value. This must happen synchronously, because the next key press
    // may come before the next frame.
    flushSync(() => write(before + rest, before.length));
    field.current?.setSelectionRange(before.length, before.length);
    if (isWhole) commit(before + rest);
  }

  return (
    <div className={classes.field} role="search">
      <div className={classes.line}>
        <Combobox
          store={combobox}
          position="bottom-start"
          shadow="md"
          onOptionSubmit={(index) => {
            const suggestion = suggestions[Number(index)];
            if (suggestion) take(suggestion);
          }}
        >
          <Combobox.Target withExpandedAttribute>
            <TextInput
              ref={field}
              size="sm"
              className={classes.input ?? ''}
              aria-label={t.search}
              aria-autocomplete="list"
              placeholder={t.placeholder[searched]}
              data-shortcut="/"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={2000}
              value={text}
              leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
              rightSection={
                text !== '' && (
                  <CloseButton
                    size="sm"
                    aria-label={t.clear}
                    onClick={() => {
                      setText('');
                      setCaret(0);
                      commit('');
                      field.current?.focus();
                    }}
                  />
                )
              }
              error={error && errorText(error, text)}
              onChange={({ currentTarget }) =>
                write(
                  currentTarget.value,
                  currentTarget.selectionStart ?? currentTarget.value.length,
                )
              }
              onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? 0)}
              onCompositionStart={() => {
                composing.current = true;
              }}
              onCompositionEnd={({ currentTarget }) => {
                composing.current = false;
                write(
                  currentTarget.value,
                  currentTarget.selectionStart ?? currentTarget.value.length,
                );
              }}
              onClick={() =>
                followPress(() => {
                  // No suggestions if the focus has moved in the meantime.
                  if (field.current === document.activeElement)
                    startTransition(() => combobox.openDropdown());
                })
              }
              onBlur={() => {
                setTyping(false);
                combobox.closeDropdown();
              }}
              onKeyDown={({ key, nativeEvent }) => {
                if (key !== 'Enter' || nativeEvent.isComposing) return;
                if (combobox.getSelectedOptionIndex() !== -1) return;
                setTyping(false);
                combobox.closeDropdown();
                commit(text);
              }}
            />
          </Combobox.Target>
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
        </Combobox>
        {children}
      </div>
      {error && elsewhere && otherPage.has(error.code) && (
        <PathLink to={elsewhere.searchedFor(text.trim())}>{elsewhere.name}</PathLink>
      )}
    </div>
  );
}
