import { Autocomplete, Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  Fragment,
  memo,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { getObjectType, listObjectTypes } from '@annals/contracts/object-types';
import { typeName } from '@annals/contracts/object-version';
import { recentObjects } from '@annals/contracts/objects';
import { type ColumnMapping, columnTargets } from '@annals/rules/tables/column-mapping';
import { readCell } from '@annals/rules/tables/read-cell';
import { queryOf } from '../../../platform/api/query.ts';
import { focusFirstError } from '../../../ui/forms/focus-first-error.ts';
import { isObject } from '../../../platform/json-values/json-values.ts';
import { useCapability } from '../../../platform/capabilities.ts';
import { Panel } from '../../../ui/states/Panel.tsx';
import { labelFor } from '../../../ui/states/label-for.ts';
import { SimpleTable, type TableColumn } from '../../../ui/tables/SimpleTable.tsx';
import progress from '../../../platform/long-work/Progress.module.css';
import classes from '../shared/transfers.module.css';
import { ColumnFormatFields } from './ColumnFormatFields.tsx';
import { useFileTexts } from './file.texts.ts';
import type { ImportRun } from './import-run.ts';
import { changeChoices, checkFile, chooseColumn, chooseTitle, closeImport } from './import-work.ts';
import { downloadMapping } from './download-mapping.ts';
import { useMappingTexts } from './mapping.texts.ts';
import {
  doubleNames,
  fieldsOf,
  isNamed,
  isWhole,
  type Mapping,
  type MappingContext,
  mappingOf,
  samplesOf,
  titleColumn,
} from './mapping.ts';
import { useMapping } from './use-mapping.ts';
import { PlainInput, PlainSelect } from './PlainFields.tsx';
import type { Choices, Sheet } from './sheet.ts';

/** What the file has, and how it was read. */
function foundText({ rows, facts }: Sheet): string {
  const t = useMappingTexts.now();
  const f = useFileTexts.now();
  const { sheet, delimiter, encoding } = facts;
  if (sheet !== undefined) return t.foundInSheet(f.rows(rows.length), sheet);
  if (!encoding) return f.rows(rows.length);
  return t.found(
    rows.length,
    labelFor(t.delimiters, delimiter ?? ','),
    f.encodings[encoding.encoding],
  );
}

interface MapColumnsProps {
  run: ImportRun;
  sheet: Sheet;
}

/**
 * Asks how to import a spreadsheet: the type of its rows, their key, and the target and format of each column.
 */
export function MapColumns({ run, sheet }: MapColumnsProps) {
  const t = useMappingTexts();
  const { partition, file } = run;
  const { known, isLoading } = useKnown(partition.id, sheet, file.name);
  const mapping = useMapping(sheet, file.name, known);
  if (mapping) return <ChooseColumns {...{ run, sheet, mapping, known, isLoading }} />;
  return (
    <Panel title={t.title(file.name, partition.name)} beside={foundText(sheet)}>
      <div className={classes.explained}>
        <div className={progress.progress}>
          <progress aria-label={t.finding} />
          <span>{t.finding}</span>
        </div>
        <div className={classes.line}>
          <Button variant="default" onClick={closeImport}>
            {t.other}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

interface ChooseColumnsProps extends MapColumnsProps {
  mapping: Mapping;
  known: MappingContext;
  isLoading: boolean;
}

function ChooseColumns({ run, sheet, mapping, known, isLoading }: ChooseColumnsProps) {
  const t = useMappingTexts();
  const { partition, file } = run;
  const [attempts, setAttempts] = useState(0);
  const asked = attempts > 0;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts > 0) focusFirstError(form.current);
  }, [attempts]);
  const { type, key } = mapping;
  const choose = (choices: Partial<Choices>) =>
    changeChoices(sheet, { ...sheet.choices, ...choices });

  function check() {
    if (isWhole(mapping)) checkFile({ ...run, sheet, mapping });
    else setAttempts(attempts + 1);
  }

  function download() {
    if (isWhole(mapping)) void downloadMapping(sheet, mapping);
    else setAttempts(attempts + 1);
  }

  return (
    <Panel title={t.title(file.name, partition.name)} beside={foundText(sheet)}>
      <div ref={form} className={classes.explained}>
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
            description={key === 'content' ? t.contentHint : t.keyHint}
            withAsterisk
            data={[
              ...(key === undefined ? [{ value: '', label: t.chooseKey }] : []),
              ...sheet.titles.map((title, index) => ({ value: String(index), label: title })),
              { value: 'content', label: t.content },
            ]}
            value={key === undefined ? '' : String(key)}
            error={asked && key === undefined && t.keyNeeded}
            onChange={({ currentTarget: { value } }) =>
              choose({ key: value === 'content' ? value : Number(value) })
            }
          />
          {known.schema === undefined && <TitleField sheet={sheet} mapping={mapping} />}
          <NativeSelect
            label={t.rowsOfObjects}
            description={sheet.choices.isPartial ? t.changeHint : t.replaceHint}
            data={[
              { value: 'replace', label: t.replace },
              { value: 'change', label: t.change },
            ]}
            value={sheet.choices.isPartial ? 'change' : 'replace'}
            onChange={({ currentTarget }) =>
              choose({ isPartial: currentTarget.value === 'change' })
            }
          />
        </div>
        <ColumnTable sheet={sheet} mapping={mapping} known={known} asked={asked} />
        <p className={classes.hint}>
          {t.referenceHint} {run.draftId !== undefined && t.storedHint}
        </p>
        <div className={classes.line}>
          <Button onClick={check} disabled={isLoading}>
            {t.preview}
          </Button>
          <Button variant="default" onClick={download}>
            {t.download}
          </Button>
          <Button variant="default" onClick={closeImport}>
            {t.other}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

/** Asks what objects are called by. A schema says it itself. */
function TitleField({ sheet, mapping: { columns } }: { sheet: Sheet; mapping: Mapping }) {
  const t = useMappingTexts();
  const title = titleColumn(columns);
  const isChosen = title !== undefined && sheet.choices.columns[title]?.name !== undefined;
  return (
    <NativeSelect
      label={t.calledBy}
      description={
        title === undefined ? t.calledByHint : t.calledByField(columns[title]?.name ?? '')
      }
      data={[
        ...(title === undefined || isChosen ? [{ value: '', label: t.firstText }] : []),
        ...columns.flatMap(({ to, format }, index) =>
          to === 'field' && format.type === 'text'
            ? [{ value: String(index), label: sheet.titles[index] ?? '' }]
            : [],
        ),
      ]}
      value={title === undefined ? '' : String(title)}
      onChange={({ currentTarget: { value } }) =>
        chooseTitle(value === '' ? undefined : Number(value))
      }
    />
  );
}

interface ColumnTableProps {
  sheet: Sheet;
  mapping: Mapping;
  known: MappingContext;
  /** Whether what is missing is reported. */
  asked: boolean;
}

interface ShownColumn extends ColumnMapping {
  index: number;
  title: string;
  isTwice: boolean;
}

/** The columns that fill a screen. Those below follow when the page already answers. */
const drawnAtFirst = 30;

/** A row for each column of the file. Its cells are drawn only when they change: a file can have hundreds of columns. */
function ColumnTable({ sheet, mapping, known, asked }: ColumnTableProps) {
  const t = useMappingTexts();
  const { columns, doubts } = mapping;
  const fields = useMemo(() => fieldsOf(known.schema).map(({ path }) => path), [known.schema]);
  const twice = new Set(doubleNames(columns));
  const drawn = useDeferredValue(columns.length, Math.min(columns.length, drawnAtFirst));
  const lists = useId();
  const tableColumns: TableColumn<ShownColumn>[] = [
    {
      id: 'column',
      header: t.columnHead,
      names: true,
      render: ({ title }) => <bdi>{title}</bdi>,
      width: '19%',
    },
    {
      id: 'examples',
      header: t.examples,
      render: ({ index }) => (
        <span className={classes.examples}>
          {samplesOf(sheet, index)
            .slice(0, exampleCount)
            .map((sample, at) => (
              <Fragment key={sample}>
                {at > 0 && ' · '}
                {/* A direction mark in a value turns no other value around. */}
                <bdi>{sample}</bdi>
              </Fragment>
            ))}
        </span>
      ),
    },
    {
      id: 'to',
      header: t.importAs,
      width: '15%',
      render: ({ index, title, to }) => <TargetField index={index} title={title} to={to} />,
    },
    {
      id: 'name',
      header: t.name,
      width: '20%',
      render: ({ index, title, to, name, isTwice }) =>
        isNamed(to) && (
          <NameField
            index={index}
            title={title}
            name={name}
            list={`${lists}-${to}`}
            isMissing={asked && name.trim() === ''}
            isTwice={isTwice}
          />
        ),
    },
    {
      id: 'format',
      header: t.readAs,
      width: '24%',
      render: ({ index, title, to, format }) =>
        to === 'field' && (
          <ColumnFormatFields
            index={index}
            title={title}
            format={format}
            doubt={doubts.get(index)}
            converted={convertedSample(samplesOf(sheet, index), format)}
            asked={asked}
          />
        ),
    },
  ];
  return (
    <>
      <SimpleTable
        label={t.columns}
        columns={tableColumns}
        rows={columns.slice(0, drawn).map(({ to, name, format }, index) => ({
          to,
          name,
          format,
          index,
          title: sheet.titles[index] ?? '',
          isTwice: to === 'field' && twice.has(name),
        }))}
        rowKey={({ index }) => index}
        framed
      />
      <Names id={`${lists}-field`} names={fields} />
      <Names id={`${lists}-reference`} names={known.references} />
    </>
  );
}

function Names({ id, names }: { id: string; names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  );
}

const exampleCount = 3;

/** A time whose offset or zone is converted, so that it is said. */
const convertedSample = (
  samples: readonly string[],
  format: ColumnMapping['format'],
): string | undefined =>
  format.type === 'dateTime'
    ? samples.find((sample) => {
        const reading = readCell(sample, format);
        return 'value' in reading && String(reading.value).endsWith('Z') && !sample.endsWith('Z');
      })
    : undefined;

interface TargetFieldProps {
  index: number;
  title: string;
  to: ColumnMapping['to'];
}

const TargetField = memo(function TargetField({ index, title, to }: TargetFieldProps) {
  const t = useMappingTexts();
  return (
    <PlainSelect
      label={t.of(t.importAs, title)}
      options={columnTargets.map((value) => ({ value, label: t.targets[value] }))}
      value={to}
      onChange={(chosen) => chooseColumn(index, { to: chosen })}
    />
  );
});

interface NameFieldProps {
  index: number;
  title: string;
  name: string;
  /** The id of the list of names to choose from. */
  list: string;
  isMissing: boolean;
  isTwice: boolean;
}

const NameField = memo(function NameField({
  index,
  title,
  name,
  list,
  isMissing,
  isTwice,
}: NameFieldProps) {
  const t = useMappingTexts();
  return (
    <PlainInput
      label={t.of(t.name, title)}
      list={list}
      value={name}
      error={isMissing ? t.nameMissing : isTwice ? t.nameTwice : undefined}
      onChange={(value) => chooseColumn(index, { name: value })}
    />
  );
});

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
