import { CloseButton, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useListTexts } from './list.texts.ts';
import classes from './ListToolbar.module.css';

/** Long enough to type a word, short enough to feel immediate. */
const pause = 250;

interface DebouncedTextInputProps {
  label: string;
  placeholder: string;
  /** The text in the URL. */
  value: string;
  onChange: (text: string) => void;
  icon?: ReactNode;
  wide?: boolean;
  /** Takes the focus when its dialog opens. */
  first?: boolean;
}

/**
 * A text field with debounce; Enter applies immediately. Nothing is applied while an input method composes (Japanese,
 * accents): half a syllable is not a search.
 */
export function DebouncedTextInput({
  label,
  placeholder,
  value,
  onChange,
  icon,
  wide,
  first,
}: DebouncedTextInputProps) {
  const texts = useListTexts();
  const [text, setText] = useState(value);
  const [lastValue, setKnown] = useState(value);
  const composing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The URL was changed by something other than this field, for example by Back.
  if (value !== lastValue) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  function commit(next: string) {
    clearTimeout(timer.current);
    if (next.trim() !== value) onChange(next.trim());
  }

  function commitAfterPause(next: string) {
    clearTimeout(timer.current);
    if (!composing.current) timer.current = setTimeout(commit, pause, next);
  }

  return (
    <TextInput
      className={wide ? classes.wide : classes.typed}
      size="sm"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      data-autofocus={first || undefined}
      data-chosen={(!wide && value !== '') || undefined}
      data-shortcut={wide ? '/' : undefined}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      value={text}
      leftSection={icon}
      rightSection={
        text !== '' && (
          <CloseButton
            size="sm"
            aria-label={texts.clearSearch}
            onClick={() => {
              setText('');
              commit('');
            }}
          />
        )
      }
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        commitAfterPause(currentTarget.value);
      }}
      onCompositionStart={() => {
        composing.current = true;
      }}
      onCompositionEnd={({ currentTarget }) => {
        composing.current = false;
        commitAfterPause(currentTarget.value);
      }}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) commit(text);
      }}
    />
  );
}
