import { CloseButton } from '@mantine/core';
import type { ComponentType } from 'react';
import type { PickerProps } from './Picker.tsx';
import classes from './Picker.module.css';
import { usePickerTexts } from './pickers.texts.ts';

interface PickManyProps<Item extends { id: string }, Value extends { id: string }> extends Omit<
  PickerProps<Item, Value>,
  'value' | 'onChange' | 'except'
> {
  /** The picker for a single item: `UserPicker`, `UnitPicker`, `PartitionPicker`. */
  picker: ComponentType<PickerProps<Item, Value>>;
  value: readonly Value[];
  onChange: (value: (Item | Value)[]) => void;
  name: (value: Item | Value) => string;
}

/** Picks several items, one after another; each picked item is listed below with a button to remove it. */
export function PickMany<Item extends { id: string }, Value extends { id: string } = Item>({
  picker: OnePicker,
  value,
  onChange,
  name,
  ...rest
}: PickManyProps<Item, Value>) {
  const t = usePickerTexts();
  return (
    <div className={classes.many}>
      <OnePicker
        {...rest}
        value={null}
        except={value.map(({ id }) => id)}
        onChange={(item) => item && onChange([...value, item])}
      />
      {value.length > 0 && (
        <ul className={classes.chosen} aria-label={rest.label}>
          {value.map((each) => (
            <li key={each.id} className={classes.one}>
              {name(each)}
              <CloseButton
                size="sm"
                aria-label={t.remove(name(each))}
                disabled={rest.disabled ?? false}
                onClick={() => onChange(value.filter(({ id }) => id !== each.id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
