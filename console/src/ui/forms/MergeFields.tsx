import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { DiffValue } from '../diff/DiffValue.tsx';
import { isArray, isObject, type JsonObject } from '../../platform/json-values/json-values.ts';
import { MergeFieldList } from '../diff/MergeFieldList.tsx';
import {
  firstChoices,
  mergeChosenFields,
  type MergeField,
  mergeFields,
  type MergeChoice,
} from '../diff/merge-versions.ts';
import { useFormTexts } from './forms.texts.ts';
import classes from './MergeFields.module.css';
import type { GuardedFormState } from './useGuardedForm.ts';

interface MergeFieldsProps<Values extends object> {
  merge: NonNullable<GuardedFormState<Values>['merge']>;
  labels: Readonly<Record<string, string>>;
  show: ((name: string, value: unknown) => ReactNode) | undefined;
  pending: boolean;
}

/** Replaces a form whose data someone else has saved in the meantime: before, theirs and mine, field by field. */
export function MergeFields<Values extends object>({
  merge,
  labels,
  show,
  pending,
}: MergeFieldsProps<Values>) {
  const t = useFormTexts();
  const { base, theirs, mine } = merge;
  const fields = useMemo(
    () => mergeFields(byName(base), byName(theirs), byName(mine)),
    [base, theirs, mine],
  );
  const [choices, setChoices] = useState<ReadonlyMap<string, MergeChoice>>(() =>
    firstChoices(fields),
  );
  const undecided = fields.filter((field) => !choices.has(field.pointer)).length;
  const showField = ({ path: [name = ''] }: MergeField, value: unknown) =>
    show?.(name, value) ?? formValue(value, t);
  return (
    <div className={classes.merge}>
      <p className={classes.intro} role="alert">
        {t.mergeIntro}
      </p>
      {fields.length === 0 ? (
        <p className={classes.intro}>{t.noFields}</p>
      ) : (
        <MergeFieldList
          fields={fields}
          choices={choices}
          onChoose={setChoices}
          nameOf={({ path: [name = '', ...rest] }) => [labels[name] ?? name, ...rest].join(' › ')}
          show={showField}
        />
      )}
      <div className={classes.buttons}>
        <output className={classes.undecided}>{undecided > 0 && t.undecided(undecided)}</output>
        <Button variant="default" disabled={pending} onClick={merge.discard}>
          {t.discardMine}
        </Button>
        <Button
          loading={pending}
          disabled={undecided > 0}
          onClick={() => merge.save(mergeChosenFields(byName(theirs), fields, choices) as Values)}
        >
          {t.saveMerged}
        </Button>
      </div>
    </div>
  );
}

function byName(values: object): JsonObject {
  return Object.fromEntries(Object.entries(values));
}

function formValue(value: unknown, t: ReturnType<typeof useFormTexts>): ReactNode {
  if (value === '' || value === null || value === undefined || (isArray(value) && !value.length))
    return <span className={classes.empty}>{t.empty}</span>;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  const names = (isArray(value) ? value : [value]).map(nameOf);
  return names.every((name) => name !== undefined) ? names.join(', ') : <DiffValue value={value} />;
}

/** A text itself; for a picked item, its name. */
function nameOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  const name = value['name'] ?? value['partitionName'] ?? value['email'];
  return typeof name === 'string' ? name : undefined;
}
