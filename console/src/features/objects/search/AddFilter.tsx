import { Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { type ConditionOperator, conditionOperators } from '@annals/contracts/object-search';
import type { ObjectVersion } from '@annals/contracts/objects';
import { AskForm } from '../../../shared/forms/AskForm.tsx';
import type { ListState } from '../../../shared/list/useListState.ts';
import { plainNumber } from '../../../shared/numbers/typed-number.ts';
import { Dialog } from '../../../shared/states/Dialog.tsx';
import { useLanguage } from '../../../shared/texts.ts';
import { MomentInput } from '../../../shared/time/MomentInput.tsx';
import { ReferenceTargetPicker } from '../edit/ReferenceTargetPicker.tsx';
import { type FilterTexts, useFilterTexts } from './filters.texts.ts';
import {
  conditionsOf,
  fieldsOf,
  type ObjectFilter,
  operatorsOf,
  pathName,
  pointerOf,
  referencesOf,
  type ValueKind,
  written,
} from './object-filters.ts';
import classes from './ObjectsPage.module.css';

const filterKinds = ['field', 'reference', 'modifiedBy', 'modified'] as const;
const filterForms = {
  field: FieldCondition,
  reference: ReferenceFilter,
  modifiedBy: ModifiedBy,
  modified: ModifiedBetween,
} as const;

interface AddFilterProps {
  partitionId: string;
  list: ListState<ObjectFilter>;
  versions: readonly ObjectVersion[];
  people: ReadonlyMap<string, string>;
  onClose: () => void;
}

/** The dialog that adds one filter. */
export function AddFilter(props: AddFilterProps) {
  const t = useFilterTexts();
  const [kind, setKind] = useState<(typeof filterKinds)[number]>('field');
  const Form = filterForms[kind];
  return (
    <Dialog title={t.title} onClose={props.onClose}>
      <div className={classes.form}>
        <NativeSelect
          label={t.by}
          value={kind}
          data-autofocus
          data={filterKinds.map((value) => ({ value, label: t.kinds[value] }))}
          onChange={({ currentTarget }) =>
            setKind(filterKinds.find((known) => known === currentTarget.value) ?? 'field')
          }
        />
        <Form key={kind} {...props} />
      </div>
    </Dialog>
  );
}

const valueKinds: readonly ValueKind[] = ['text', 'number', 'boolean', 'date'];

/** A condition on a data field, with the operators of its kind of value. */
function FieldCondition({ list, versions, onClose }: AddFilterProps) {
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
          data={valueKinds.map((one) => ({ value: one, label: t.valueKinds[one] }))}
          onChange={({ currentTarget }) =>
            setChosenKind(valueKinds.find((one) => one === currentTarget.value) ?? 'text')
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

/** Undefined if the input is not valid for the kind. */
function valueOf(text: string, kind: ValueKind): string | number | boolean | undefined {
  if (kind === 'boolean') return text !== 'false';
  if (text.trim() === '') return undefined;
  if (kind !== 'number') return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** A reference the object must have, to one other object. */
function ReferenceFilter({ partitionId, list, versions, onClose }: AddFilterProps) {
  const t = useFilterTexts();
  const [name, setName] = useState('');
  const [timelineId, setTimelineId] = useState('');
  const [tried, setTried] = useState(false);
  const names = useMemo(
    () =>
      [
        ...new Set(versions.flatMap(({ references = [] }) => references.map((one) => one.name))),
      ].sort(),
    [versions],
  );
  function make() {
    setTried(true);
    if (timelineId === '') return undefined;
    const reference = { timelineId, ...(name.trim() !== '' && { name: name.trim() }) };
    return { references: written([...referencesOf(list.state.filters), reference]) };
  }
  return (
    <FilterForm list={list} make={make} onClose={onClose}>
      <Autocomplete
        label={t.referenceName}
        placeholder={t.anyName}
        data={names}
        withScrollArea={false}
        value={name}
        maxLength={100}
        onChange={setName}
      />
      <ReferenceTargetPicker
        partitionId={partitionId}
        timelineId={timelineId}
        error={tried && timelineId === '' ? t.targetNeeded : undefined}
        onPick={setTimelineId}
      />
    </FilterForm>
  );
}

/** Who wrote the newest version. */
function ModifiedBy({ list, people, onClose }: AddFilterProps) {
  const t = useFilterTexts();
  const language = useLanguage();
  const [person, setPerson] = useState(list.state.filters.modifiedBy ?? '');
  const [tried, setTried] = useState(false);
  const choices = [...people]
    .map(([value, label]) => ({ value, label }))
    .sort((left, right) => left.label.localeCompare(right.label, language));
  function make() {
    setTried(true);
    return person === '' ? undefined : { modifiedBy: person };
  }
  return (
    <FilterForm list={list} make={make} onClose={onClose}>
      <NativeSelect
        label={t.person}
        value={person}
        error={tried && person === '' ? t.personNeeded : undefined}
        data={[{ value: '', label: '–' }, ...choices]}
        onChange={({ currentTarget }) => setPerson(currentTarget.value)}
      />
    </FilterForm>
  );
}

/** When the newest version was written. */
function ModifiedBetween({ list, onClose }: AddFilterProps) {
  const t = useFilterTexts();
  const { modifiedFrom, modifiedTo } = list.state.filters;
  const [from, setFrom] = useState<string | null>(modifiedFrom ?? '');
  const [to, setTo] = useState<string | null>(modifiedTo ?? '');
  const [tried, setTried] = useState(false);
  const missing = !from && !to;
  function make() {
    setTried(true);
    return missing ? undefined : { modifiedFrom: from ?? '', modifiedTo: to ?? '' };
  }
  return (
    <FilterForm list={list} make={make} onClose={onClose}>
      <div className={classes.two}>
        <MomentInput
          label={t.from}
          value={from}
          error={tried && missing ? t.rangeNeeded : undefined}
          onChange={setFrom}
        />
        <MomentInput label={t.to} value={to} onChange={setTo} />
      </div>
    </FilterForm>
  );
}

interface FilterFormProps {
  onClose: () => void;
  /** Undefined while something is missing, which its fields then show. */
  make: () => Partial<Record<ObjectFilter, string>> | undefined;
  list: ListState<ObjectFilter>;
  children: ReactNode;
}

/** The form around the fields of one kind, which adds its filter to the list. */
function FilterForm({ onClose, make, list, children }: FilterFormProps) {
  const t = useFilterTexts();
  function submit(): boolean {
    const change = make();
    if (!change) return false;
    list.filters.change(change);
    onClose();
    return true;
  }
  return (
    <AskForm className={classes.form} onSubmit={submit}>
      {children}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t.cancel}
        </Button>
        <Button type="submit">{t.add}</Button>
      </div>
    </AskForm>
  );
}

/** The name of an operator by kind of value: dates are before, numbers are less. */
function operatorName(op: ConditionOperator, kind: ValueKind, t: FilterTexts): string {
  if (kind === 'date' && (op === 'ge' || op === 'lt')) return t.dateOperators[op];
  return t.operators[op];
}
