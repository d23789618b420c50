import { CloseButton, Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Page } from '@annals/contracts/fields';
import { ErrorPanel } from '../feedback/ErrorPanel.tsx';
import classes from './Picker.module.css';
import { usePickerTexts } from './pickers.texts.ts';

/** What is picked: anything with an id. */
interface Thing {
  id: string;
}

/** What every picker takes; `form.field(…)` gives the last five. */
export interface PickerProps<Item extends Thing, Value extends Thing = Item> {
  label: string;
  description?: ReactNode;
  placeholder?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  /** Ids that are not offered: what is chosen already. */
  except?: readonly string[];
  /** Takes the focus when the dialog around it opens. */
  first?: boolean;
  value: Value | null;
  onChange: (value: Item | null) => void;
  error?: ReactNode;
  onFocus?: () => void;
  onBlur?: () => void;
}

interface PickerBaseProps<Item extends Thing, Value extends Thing> extends PickerProps<
  Item,
  Value
> {
  /** The things that fit a text, '' for any. */
  query: (text: string) => UseQueryOptions<Page<Item>, Error, Page<Item>>;
  nameOf: (value: Item | Value) => string;
  /** An option, where its name alone does not tell it. */
  option?: (item: Item) => ReactNode;
}

const nobody: readonly string[] = [];
const pause = 200;

/** Picks one thing by typing a part of its name (WAI-ARIA: combobox with a list box). */
export function Picker<Item extends Thing, Value extends Thing>({
  query,
  nameOf,
  option,
  except = nobody,
  value,
  onChange,
  onBlur,
  first = false,
  required = false,
  ...input
}: PickerBaseProps<Item, Value>) {
  const t = usePickerTexts();
  const field = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  // Undefined while nobody types: then the field shows what is picked.
  const [typed, setTyped] = useState<string>();
  const text = (typed ?? '').trim();
  const [asked] = useDebouncedValue(text, pause);
  const { data, error, isFetching, refetch } = useQuery({
    ...query(asked),
    placeholderData: keepPreviousData,
    // What was typed before is not asked any more: its answer would move the options under the pointer.
    enabled: combobox.dropdownOpened && asked === text,
  });
  const items = data?.data.filter(({ id }) => !except.includes(id)) ?? [];

  function pick(id: string) {
    const item = items.find((each) => each.id === id);
    setTyped(undefined);
    combobox.closeDropdown();
    if (item) onChange(item);
  }

  function retry() {
    // The button goes with the error.
    field.current?.focus();
    combobox.openDropdown();
    void refetch();
  }

  return (
    <Combobox store={combobox} onOptionSubmit={pick} position="bottom-start" shadow="md">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...input}
          ref={field}
          withAsterisk={required}
          aria-required={required}
          data-autofocus={first || undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={input.placeholder ?? t.typeToFind}
          value={typed ?? (value === null ? '' : nameOf(value))}
          rightSectionPointerEvents={value === null ? 'none' : 'auto'}
          rightSection={
            isFetching ? (
              <Loader size={16} />
            ) : value !== null && !input.disabled ? (
              <CloseButton
                size="sm"
                aria-label={t.clear(input.label)}
                onClick={() => {
                  setTyped(undefined);
                  onChange(null);
                }}
              />
            ) : (
              <Combobox.Chevron />
            )
          }
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            if (currentTarget.value === '' && value !== null) onChange(null);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            // The focus may go to "Try again", which asks for the same text.
            if (error === null) setTyped(undefined);
            combobox.closeDropdown();
            onBlur?.();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={error !== null}>
        <Combobox.Options className={classes.options} aria-label={input.label}>
          {items.map((item) => (
            <Combobox.Option key={item.id} value={item.id} active={item.id === value?.id}>
              {option ? option(item) : nameOf(item)}
            </Combobox.Option>
          ))}
          {items.length === 0 && !error && (
            <Combobox.Empty>
              {isFetching || asked !== text
                ? t.searching
                : asked === ''
                  ? t.typeToFind
                  : t.nothingFound}
            </Combobox.Empty>
          )}
        </Combobox.Options>
        {data?.hasMore && <Combobox.Footer>{t.moreFound}</Combobox.Footer>}
      </Combobox.Dropdown>
      {/* Not in the list box, which holds options alone and is gone as soon as the focus leaves the field. */}
      {error && <ErrorPanel error={error} onRetry={retry} />}
      <output className={classes.said}>
        {combobox.dropdownOpened && data && t.found(items.length)}
      </output>
    </Combobox>
  );
}
