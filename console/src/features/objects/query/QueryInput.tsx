import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import {
  memo,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { QueryErrorCode } from '@annals/rules/query';
import { readQuery, type Searched } from '@annals/rules/query-search';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { afterPaint } from '../../../platform/after-paint.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useQueryErrorText } from '../../../domain/query/query-errors.texts.ts';
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
  const shown = useRef<readonly Suggestion[]>([]);
  const show = useCallback((suggestions: readonly Suggestion[]) => {
    shown.current = suggestions;
  }, []);
  const [isWanted, setWanted] = useState(false);
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [caret, setCaret] = useState(value.length);
  const [isTyping, setTyping] = useState(false);
  const composing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The URL was changed by something other than this field, for example by Back.
  if (value !== known) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }

  // A key press is painted before the suggestions follow it, which takes slow machines longer than a frame.
  const [followed, setFollowed] = useState({ text, caret, isWanted });
  const isBehind =
    followed.text !== text || followed.caret !== caret || followed.isWanted !== isWanted;
  useEffect(
    () =>
      isBehind
        ? afterPaint(() => startTransition(() => setFollowed({ text, caret, isWanted })))
        : undefined,
    [isBehind, text, caret, isWanted],
  );
  const isOpen = isWanted && followed.isWanted;
  const combobox = useCombobox({
    opened: isOpen,
    onOpenedChange: setWanted,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });

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
    setWanted(true);
    combobox.resetSelectedOption();
    clearTimeout(timer.current);
    if (!composing.current) timer.current = setTimeout(commit, pause, next);
  }

  function close() {
    setWanted(false);
    combobox.resetSelectedOption();
  }

  function take({ text: taken, isWhole }: Suggestion) {
    const { start } = termAt(text, caret);
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
            const suggestion = shown.current[Number(index)];
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
              onClick={() => startTransition(() => setWanted(true))}
              onBlur={() => {
                setTyping(false);
                close();
              }}
              onKeyDown={({ key, nativeEvent }) => {
                // The arrow keys choose from the suggestions for the present text.
                if (isBehind && (key === 'ArrowDown' || key === 'ArrowUp'))
                  flushSync(() => setFollowed({ text, caret, isWanted }));
                if (key === 'Escape') close();
                if (key !== 'Enter' || nativeEvent.isComposing) return;
                if (combobox.getSelectedOptionIndex() !== -1) return;
                setTyping(false);
                close();
                commit(text);
              }}
            />
          </Combobox.Target>
          <SuggestionList
            partitionId={partitionId}
            searched={searched}
            versions={versions}
            text={followed.text}
            caret={followed.caret}
            isOpen={isOpen}
            onShow={show}
          />
        </Combobox>
        {children}
      </div>
      {error && elsewhere && otherPage.has(error.code) && (
        <PathLink to={elsewhere.searchedFor(text.trim())}>{elsewhere.name}</PathLink>
      )}
    </div>
  );
}

interface SuggestionListProps extends Pick<QueryInputProps, 'partitionId' | 'searched'> {
  versions: readonly ObjectVersion[];
  text: string;
  caret: number;
  isOpen: boolean;
  /** Called with the suggestions in the list. */
  onShow: (suggestions: readonly Suggestion[]) => void;
}

/** Apart from the field, because it takes longer to render than a key press may take. */
const SuggestionList = memo(function SuggestionList({
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
  const [title] = useDebouncedValue(titleQueryOf(term), pause);
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
