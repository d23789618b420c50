import { Autocomplete, NativeSelect, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { conditionOperators, type ConditionOperator } from '@annals/contracts/object-search';
import { plainNumber } from '../../../shared/numbers/typed-number.ts';
import { useLanguage } from '../../../shared/texts.ts';
import classes from './AddFilter.module.css';
import { FilterForm, type FilterPartProps } from './FilterForm.tsx';
import { operatorName } from './filter-words.ts';
import { useFilterTexts } from './filters.texts.ts';
import { conditionsOf, fieldsOf, operatorsOf, type ValueKind, written } from './object-filters.ts';
import { pathName, pointerOf } from './path-name.ts';

const kinds: readonly ValueKind[] = ['text', 'number', 'boolean', 'date'];

/** A condition on a field of the data, with the comparisons that make sense for its kind of value. */
export function FieldCondition({ list, versions, onClose }: FilterPartProps) {
  const t = useFilterTexts();
  const language = useLanguage();
  const fields = useMemo(
    () => fieldsOf(versions.map(({ objectData }) => objectData ?? {})),
    [versions],
  );
  const names = useMemo(() => [...fields.keys()].map(pathName).sort(), [fields]);
  const [field, setField] = useState('');
  const [chosenKind, setChosenKind] = useState<ValueKind>('text');
  const [chosenOperator, setOperator] = useState<ConditionOperator>();
  const [value, setValue] = useState('');
  const [tried, setTried] = useState(false);

  const path = pointerOf(field);
  const known = fields.get(path);
  const kind = known ?? chosenKind;
  const operators = operatorsOf[kind];
  const operator =
    chosenOperator && operators.includes(chosenOperator) ? chosenOperator : operators[0];
  const takesValue = operator !== 'exists' && operator !== 'absent';
  const given = takesValue
    ? valueOf(kind === 'number' ? plainNumber(value, language) : value, kind)
    : undefined;
  const valueMissing = takesValue && given === undefined;

  function make() {
    setTried(true);
    if (field.trim() === '' || operator === undefined || valueMissing) return undefined;
    const condition = { path, op: operator, ...(given !== undefined && { value: given }) };
    return { where: written([...conditionsOf(list.state.filters), condition]) };
  }
  return (
    <FilterForm list={list} make={make} onClose={onClose}>
      <Autocomplete
        label={t.field}
        description={t.fieldHint}
        data={names}
        limit={50}
        withScrollArea={false}
        value={field}
        maxLength={400}
        error={tried && field.trim() === '' ? t.fieldNeeded : undefined}
        onChange={setField}
      />
      {field !== '' && known === undefined && (
        <NativeSelect
          label={t.valueKind}
          value={chosenKind}
          data={kinds.map((one) => ({ value: one, label: t.valueKinds[one] }))}
          onChange={({ currentTarget }) =>
            setChosenKind(kinds.find((one) => one === currentTarget.value) ?? 'text')
          }
        />
      )}
      <div className={classes.two}>
        <NativeSelect
          label={t.operator}
          value={operator}
          data={operators.map((op) => ({ value: op, label: operatorName(op, kind, t) }))}
          onChange={({ currentTarget }) =>
            setOperator(conditionOperators.find((op) => op === currentTarget.value))
          }
        />
        {takesValue && kind === 'boolean' && (
          <NativeSelect
            label={t.value}
            value={value === 'false' ? 'false' : 'true'}
            data={[
              { value: 'true', label: t.yes },
              { value: 'false', label: t.no },
            ]}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
        )}
        {takesValue && kind !== 'boolean' && (
          <TextInput
            label={t.value}
            value={value}
            type={kind === 'date' && operator !== 'startsWith' ? 'date' : 'text'}
            inputMode={kind === 'number' ? 'decimal' : undefined}
            maxLength={1000}
            autoComplete="off"
            error={
              tried && valueMissing
                ? kind === 'number'
                  ? t.numberNeeded
                  : t.valueNeeded
                : undefined
            }
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
          />
        )}
      </div>
    </FilterForm>
  );
}

/** Undefined where what was typed is no value of the kind. */
function valueOf(text: string, kind: ValueKind): string | number | boolean | undefined {
  if (kind === 'boolean') return text !== 'false';
  if (text.trim() === '') return undefined;
  if (kind !== 'number') return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
