import { Autocomplete, Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { getObjectType, listObjectTypes } from '@annals/contracts/object-types';
import { typeName } from '@annals/contracts/object-version';
import { recentObjects } from '@annals/contracts/objects';
import { queryOf } from '../../../platform/api/query.ts';
import { focusFirstError } from '../../../ui/forms/focus-first-error.ts';
import { isObject } from '../../../platform/json-values/json-values.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import { labelFor } from '../../../ui/states/label-for.ts';
import { SimpleTable } from '../../../ui/tables/SimpleTable.tsx';
import classes from '../shared/transfers.module.css';
import { cellKinds, type DecimalSign } from './cell-values.ts';
import type { ImportRun } from './import-run.ts';
import { changeChoices, checkFile, closeImport } from './import-work.ts';
import { useMappingTexts } from './mapping.texts.ts';
import {
  doubleNames,
  fieldsOf,
  isNamed,
  isWhole,
  type MappingContext,
  mappingOf,
} from './mapping.ts';
import type { Choices, ColumnMapping, Sheet } from './sheet.ts';
import panels from '../../../ui/page/Panels.module.css';

const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

interface MapColumnsProps {
  run: ImportRun;
  sheet: Sheet;
}

/**
 * Asks how to import a spreadsheet: the type of its rows, their key, and the target of each column.
 */
export function MapColumns({ run, sheet }: MapColumnsProps) {
  const t = useMappingTexts();
  const { partition, file } = run;
  const { known, isLoading } = useKnown(partition.id, sheet, file.name);
  const [attempts, setAttempts] = useState(0);
  const asked = attempts > 0;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts > 0) focusFirstError(form.current);
  }, [attempts]);
  const mapping = useMemo(() => mappingOf(sheet, file.name, known), [sheet, file, known]);
  const { type, key, decimal, decimalDoubt, columns } = mapping;
  const twice = doubleNames(columns);
  const fields = fieldsOf(known.schema).map(({ path }) => path);
  const choose = (choices: Partial<Choices>) =>
    changeChoices(sheet, { ...sheet.choices, ...choices });
  const chooseColumn = (index: number, column: Partial<ColumnMapping>) =>
    choose({
      columns: {
        ...sheet.choices.columns,
        [index]: { ...sheet.choices.columns[index], ...column },
      },
    });

  function check() {
    if (isWhole(mapping)) checkFile({ ...run, sheet, mapping });
    else setAttempts(attempts + 1);
  }

  return (
    <Panel
      title={t.title(file.name, partition.name)}
      beside={t.found(
        sheet.rows.length,
        labelFor(t.delimiters, sheet.delimiter),
        encodingNames[sheet.encoding],
      )}
    >
      <div ref={form} className={panels.panels}>
        <div className={classes.form}>
          <Autocomplete
            label={t.type}
            description={t.typeHint}
            withAsterisk
            autoComplete="off"
            data={[...known.types]}
            value={type}
            error={asked && !typeName.safeParse(type).success && t.typeMissing}
            onChange={(value) => choose({ type: value })}
          />
          <NativeSelect
            label={t.key}
            description={t.keyHint}
            withAsterisk
            data={[
              ...(key === undefined ? [{ value: '', label: t.chooseKey }] : []),
              ...sheet.header.map((header, index) => ({ value: String(index), label: header })),
            ]}
            value={key === undefined ? '' : String(key)}
            error={asked && key === undefined && t.keyNeeded}
            onChange={({ currentTarget }) => choose({ key: Number(currentTarget.value) })}
          />
          {columns.some(({ to, kind }) => to === 'field' && kind === 'number') && (
            <NativeSelect
              label={t.decimal}
              description={decimalDoubt !== undefined && t.decimalDoubt(decimalDoubt)}
              withAsterisk={decimalDoubt !== undefined}
              data={[
                ...(decimalDoubt === undefined ? [] : [{ value: '', label: t.chooseDecimal }]),
                { value: ',', label: t.decimals[','] },
                { value: '.', label: t.decimals['.'] },
              ]}
              value={decimalDoubt === undefined ? decimal : ''}
              error={asked && decimalDoubt !== undefined && t.chooseDecimal}
              onChange={({ currentTarget }) =>
                choose({ decimal: currentTarget.value as DecimalSign })
              }
            />
          )}
        </div>
        <SimpleTable
          label={t.columns}
          columns={[
            {
              id: 'column',
              header: t.columnHead,
              names: true,
              render: ({ header }) => header,
              width: '17%',
            },
            {
              id: 'examples',
              header: t.examples,
              render: ({ index }) => (
                <span className={classes.examples}>{examplesOf(sheet, index)}</span>
              ),
            },
            {
              id: 'to',
              header: t.importAs,
              width: '19%',
              render: ({ index, header, to }) => (
                <NativeSelect
                  size="xs"
                  aria-label={t.of(t.importAs, header)}
                  data={(['field', 'reference', 'reason', 'nothing'] as const).map((value) => ({
                    value,
                    label: t.targets[value],
                  }))}
                  value={to}
                  onChange={({ currentTarget }) =>
                    chooseColumn(index, { to: currentTarget.value as ColumnMapping['to'] })
                  }
                />
              ),
            },
            {
              id: 'name',
              header: t.name,
              width: '22%',
              render: ({ index, header, to, name }) =>
                isNamed(to) && (
                  <Autocomplete
                    size="xs"
                    aria-label={t.of(t.name, header)}
                    autoComplete="off"
                    data={to === 'field' ? fields : [...known.references]}
                    value={name}
                    error={
                      (asked && name.trim() === '' && t.nameMissing) ||
                      (to === 'field' && twice.includes(name) && t.nameTwice)
                    }
                    onChange={(value) => chooseColumn(index, { name: value })}
                  />
                ),
            },
            {
              id: 'kind',
              header: t.readAs,
              width: '20%',
              render: ({ index, header, to, kind }) =>
                to === 'field' && (
                  <NativeSelect
                    size="xs"
                    aria-label={t.of(t.readAs, header)}
                    data={cellKinds.map((value) => ({ value, label: t.kinds[value] }))}
                    value={kind}
                    onChange={({ currentTarget }) =>
                      chooseColumn(index, { kind: currentTarget.value as ColumnMapping['kind'] })
                    }
                  />
                ),
            },
          ]}
          rows={columns.map(({ to, name, kind }, index) => ({
            to,
            name,
            kind,
            index,
            header: sheet.header[index] ?? '',
          }))}
          rowKey={({ index }) => index}
          framed
        />
        <p className={classes.hint}>
          {t.referenceHint} {run.draftId !== undefined && t.storedHint}
        </p>
        <div className={classes.line}>
          <Button onClick={check} disabled={isLoading}>
            {t.preview}
          </Button>
          <Button variant="default" onClick={closeImport}>
            {t.other}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

const exampleCount = 3;

function examplesOf({ rows }: Sheet, index: number): string {
  const values = rows.flatMap(({ cells }) => (cells[index]?.trim() ? [cells[index]] : []));
  return values.slice(0, exampleCount).join(' · ');
}

const sampledVersions = 30;

/** The types of the partition, with details of the chosen one. */
function useKnown(partitionId: string, sheet: Sheet, fileName: string) {
  const hasTypes = useCapability(listObjectTypes);
  const params = { partitionId };
  const list = useQuery({ ...queryOf(listObjectTypes, { params }), enabled: hasTypes });
  const types = useMemo(() => list.data?.data.map((each) => each.type) ?? [], [list.data]);
  const nothing: MappingContext = { types, schema: undefined, references: [] };
  const { type } = mappingOf({ ...sheet, rows: [] }, fileName, nothing);
  const enabled = types.includes(type);
  const detail = useQuery({
    ...queryOf(getObjectType, { params: { ...params, type } }),
    enabled,
  });
  const newest = useQuery({
    ...queryOf(recentObjects, { params, query: { type, pageSize: sampledVersions } }),
    enabled,
  });
  const schema = enabled ? detail.data?.jsonSchema : undefined;
  const recent = enabled ? newest.data : undefined;
  const known = useMemo((): MappingContext => {
    const names = recent?.data.flatMap(({ references = [] }) => references.map(({ name }) => name));
    return {
      types,
      schema: isObject(schema) ? schema : undefined,
      references: [...new Set(names)],
    };
  }, [types, schema, recent]);
  return { known, isLoading: list.isLoading || detail.isLoading || newest.isLoading };
}
