import { useEffect, useRef, useState } from 'react';
import { type QueryError } from '@annals/rules/query';
import { readQuery, type Searched } from '@annals/rules/query-search';

/** Long enough to type a word, short enough to feel immediate. */
export const queryPause = 250;

/**
 * The text of the field, which becomes the query in the URL after a pause, or at once, unless it is invalid.
 * @param value the query in the URL
 */
export function useQueryText(value: string, searched: Searched, onChange: (query: string) => void) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [caret, setCaret] = useState(value.length);
  const [isTyping, setTyping] = useState(false);
  const composing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The URL was changed by something other than this field, for example by Back.
  if (value !== lastValue) {
    setLastValue(value);
    if (value !== text.trim()) setText(value);
  }

  function commit(next: string) {
    clearTimeout(timer.current);
    const query = next.trim();
    if (query !== value && readQuery(query, searched).errors.length === 0) onChange(query);
  }
  function write(next: string, at: number) {
    setText(next);
    setCaret(at);
    setTyping(true);
    clearTimeout(timer.current);
    if (!composing.current) timer.current = setTimeout(commit, queryPause, next);
  }

  // An error at the end is not reported while the user is still typing.
  const error: QueryError | undefined = readQuery(text, searched).errors.find(
    (one) => !isTyping || one.end < caret || one.start > caret,
  );
  return {
    text,
    caret,
    error,
    setCaret,
    write,
    commit,
    stopTyping: () => setTyping(false),
    clear: () => {
      setText('');
      setCaret(0);
      commit('');
    },
    /** While an input method composes a character, the text is not a query yet. */
    compose: (isComposing: boolean) => {
      composing.current = isComposing;
    },
  };
}
