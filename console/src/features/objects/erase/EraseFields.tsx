import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type CSSProperties } from 'react';
import { shortValue } from '../../../ui/diff/change-groups.ts';
import { isArray, RedactedValue } from '../../../platform/json-values/json-values.ts';
import { useJsonTexts } from '../../../ui/json/json.texts.ts';
import { childrenOf } from '../../../ui/json/tree-rows.ts';
import { RedactedMark } from '../../../ui/json/RedactedMark.tsx';
import classes from './Erase.module.css';
import { isWithin, wholeAround, withChoice, type EraseRow } from './erase-rows.ts';
import { useEraseTexts } from './erase.texts.ts';

/** The maximum number of shown rows; others are found by search. */
const maxShown = 300;
/** With fewer rows, there is no search field. */
const fewEnough = 12;

interface EraseFieldsProps {
  rows: readonly EraseRow[];
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
  error: string | undefined;
  /** The service's errors about chosen paths. */
  refused: ReadonlyMap<string, string>;
}

/** Selects values of a version; an object or list includes everything in it. */
export function EraseFields({ rows, chosen, onChoose, error, refused }: EraseFieldsProps) {
  const t = useEraseTexts();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = rows.filter(({ pointer }) => pointer.toLowerCase().includes(wanted));
  const shown = found.slice(0, maxShown);
  // Errors of hidden rows must still be shown.
  const elsewhere = [...refused].filter(([path]) => !shown.some(({ pointer }) => pointer === path));
  return (
    <fieldset className={classes.fields} data-editor data-invalid={error !== undefined}>
      <legend className={classes.legend}>
        {t.which}
        <span className={classes.count}>
          {chosen.length > 0 ? t.chosen(chosen.length) : t.all(rows.length)}
        </span>
      </legend>
      {rows.length > fewEnough && (
        <TextInput
          size="xs"
          aria-label={t.find}
          placeholder={t.find}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <ul className={classes.rows} data-invalid={error !== undefined || undefined}>
        {shown.map((row) => (
          <FieldRow
            key={row.pointer}
            row={row}
            flat={wanted !== ''}
            chosen={chosen}
            refused={refused.get(row.pointer)}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {found.length === 0 && <p className={classes.quiet}>{t.nothingFound}</p>}
      {found.length > maxShown && (
        <p className={classes.quiet}>{t.tooMany(maxShown, found.length)}</p>
      )}
      {elsewhere.map(([pointer, message]) => (
        <Refusal
          key={pointer}
          pointer={pointer}
          message={`${pointer}: ${message}`}
          chosen={chosen}
          onChoose={onChoose}
        />
      ))}
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface FieldRowProps extends Pick<EraseFieldsProps, 'chosen' | 'onChoose'> {
  row: EraseRow;
  /** Shows full paths instead of a tree. */
  flat: boolean;
  refused: string | undefined;
}

function FieldRow({ row, flat, chosen, refused, onChoose }: FieldRowProps) {
  const t = useEraseTexts();
  const tree = useJsonTexts();
  const { pointer, name, level, value } = row;
  const covered = chosen.some((one) => isWithin(pointer, one));
  const isRedacted = value instanceof RedactedValue;
  const count = childrenOf(value).length;
  // The number of items, formatted as in the data tree.
  const held = isArray(value) ? tree.items(count) : tree.properties(count);
  const isChosen = chosen.includes(pointer);
  const indent: CSSProperties & Record<'--level', number> = { '--level': flat ? 0 : level };
  return (
    <li className={classes.row} style={indent}>
      <Checkbox
        size="xs"
        checked={isChosen || covered}
        disabled={covered || isRedacted}
        error={refused !== undefined && isChosen}
        onChange={({ currentTarget }) =>
          onChoose(withChoice(chosen, pointer, currentTarget.checked))
        }
        label={
          <span className={classes.field}>
            <span className={classes.name}>{flat ? pointer : name}</span>
            {isRedacted ? (
              <RedactedMark receipt={value.receipt} plain />
            ) : (
              <span className={classes.value}>
                {[count > 0 && t.whole(held), isArray(value) ? '' : shortValue(value, 60)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            )}
          </span>
        }
      />
      {refused !== undefined && isChosen && (
        <Refusal pointer={pointer} message={refused} chosen={chosen} onChoose={onChoose} />
      )}
    </li>
  );
}

interface RefusalProps extends Pick<EraseFieldsProps, 'chosen' | 'onChoose'> {
  pointer: string;
  message: string;
}

/** Why a path cannot be erased, and what to select instead. */
function Refusal({ pointer, message, chosen, onChoose }: RefusalProps) {
  const t = useEraseTexts();
  const whole = wholeAround(pointer, message);
  return (
    <p className={classes.error} role="alert" ref={scrollTo}>
      {message}{' '}
      {whole !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={({ currentTarget }) => {
            const fields = currentTarget.closest('fieldset');
            onChoose(withChoice(withChoice(chosen, pointer, false), whole, true));
            // The button disappears, so keyboard focus moves to the new choice.
            requestAnimationFrame(() =>
              fields?.querySelector<HTMLElement>('input:checked')?.focus(),
            );
          }}
        >
          {t.takeWhole(whole)}
        </Button>
      )}
    </p>
  );
}

function scrollTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
