import { CloseButton, Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Page } from '../../platform/api/page.ts';
import { ErrorPanel } from '../../ui/feedback/ErrorPanel.tsx';
import classes from './Picker.module.css';
import { usePickerTexts } from './pickers.texts.ts';

/** The picked item: anything with an id. */
interface Thing {
  id: string;
}

/** The props of every picker; `form.field(…)` provides the last five. */
export interface PickerProps<Item extends Thing, Value extends Thing = Item> {
  label: string;
  description?: ReactNode;
  placeholder?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  /** Ids that cannot be picked, for example because they are already chosen. */
  except?: readonly string[];
  /** Takes the focus when its dialog opens. */
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
  /** The items that match a text, '' for any. */
  query: (text: string) => UseQueryOptions<Page<Item>, Error, Page<Item>>;
  nameOf: (value: Item | Value) => string;
  /** Renders an option, if its name alone is not enough. */
  option?: (item: Item) => ReactNode;
}

const nobody: readonly string[] = [];
const pause = 200;

/** Picks an item by typing a part of its name (WAI-ARIA combobox with a list box). */
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
  // Undefined while the user is not typing: then the field shows the picked item.
  const [typed, setTyped] = useState<string>();
  const text = (typed ?? '').trim();
  const [asked] = useDebouncedValue(text, pause);
  const { data, error, isFetching, refetch } = useQuery({
    ...query(asked),
    placeholderData: keepPreviousData,
    // Previous searches are cancelled: their results would move the options under the pointer.
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
    // The button disappears with the error.
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
            // The focus may move to "Try again", which repeats the search.
            if (error === null) setTyped(undefined);
            combobox.closeDropdown();
            onBlur?.();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={error !== null}>
        <Combobox.Options className={classes.options} aria-label={input.label}>
          {items.map((item, index) => (
            <Combobox.Option
              key={item.id || index}
              value={item.id}
              active={item.id === value?.id}
              // No call can name what has no id.
              disabled={item.id === ''}
            >
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
      {/* Outside the list box, which contains only options and disappears when the field loses the focus. */}
      {error && <ErrorPanel error={error} onRetry={retry} />}
      <output className={classes.announcement}>
        {combobox.dropdownOpened && data && t.found(items.length)}
      </output>
    </Combobox>
  );
}
