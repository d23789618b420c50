import { CloseButton, Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { QueryErrorCode } from '@annals/contracts/messages/query-errors';
import type { Searched } from '@annals/rules/query-search';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { PathLink } from '../../../ui/page/PathLink.tsx';
import { useQueryErrorText } from '../../../domain/query/query-errors.texts.ts';
import classes from './QueryInput.module.css';
import { useQueryTexts } from './query.texts.ts';
import { SuggestionList } from './SuggestionList.tsx';
import { type Suggestion, termAt } from './suggestions.ts';
import { useFollowed } from './useFollowed.ts';
import { useQueryText } from './useQueryText.ts';

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
  const query = useQueryText(value, searched, onChange);
  const { text, caret, error } = query;
  const { followed, catchUp } = useFollowed({ text, caret, isWanted });
  const isOpen = isWanted && followed.isWanted;
  const combobox = useCombobox({
    opened: isOpen,
    onOpenedChange: setWanted,
    onDropdownClose: () => combobox.resetSelectedOption(),
  });

  function write(next: string, at: number) {
    query.write(next, at);
    setWanted(true);
    combobox.resetSelectedOption();
  }
  const writeInput = ({ value: next, selectionStart }: HTMLInputElement) =>
    write(next, selectionStart ?? next.length);

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
    if (isWhole) query.commit(before + rest);
  }

  function handleKey({ key, nativeEvent }: KeyboardEvent) {
    // The arrow keys choose from the suggestions for the present text.
    if (key === 'ArrowDown' || key === 'ArrowUp') catchUp();
    if (key === 'Escape') close();
    if (key !== 'Enter' || nativeEvent.isComposing) return;
    if (combobox.getSelectedOptionIndex() !== -1) return;
    query.stopTyping();
    close();
    query.commit(text);
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
                      query.clear();
                      field.current?.focus();
                    }}
                  />
                )
              }
              error={error && errorText(error, text)}
              onChange={({ currentTarget }) => writeInput(currentTarget)}
              onSelect={({ currentTarget }) => query.setCaret(currentTarget.selectionStart ?? 0)}
              onCompositionStart={() => query.compose(true)}
              onCompositionEnd={({ currentTarget }) => {
                query.compose(false);
                writeInput(currentTarget);
              }}
              onClick={() => startTransition(() => setWanted(true))}
              onBlur={() => {
                query.stopTyping();
                close();
              }}
              onKeyDown={handleKey}
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
