import { RawJson } from '@annals/rules/json/raw-json';
import { pathName } from '@annals/rules/query-search';
import { derived, momentWidth, type ListColumn } from '../../../ui/list/columns.tsx';
import { titleOf } from '../../../domain/object-title/title-of.ts';
import { withRedactedValues } from '@annals/rules/redacted-data';
import type { ObjectVersion, Reference } from '../../../platform/api/things.ts';
import { isObject, RedactedValue } from '../../../platform/json-values/json-values.ts';
import { Moment } from '../../../platform/time/Moment.tsx';
import { StateMark } from '../shared/ObjectLabels.tsx';
import type { useObjectsTexts } from '../shared/objects.texts.ts';
import { versionColumns } from '../shared/version-columns.tsx';
import classes from './ObjectsPage.module.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTimeTravel } from '../../../domain/time-travel/useTimeTravel.ts';
import { targetQuery } from '../shared/object.queries.ts';
import { useHasBeenVisible } from '../shared/useHasBeenVisible.ts';

type ObjectsTexts = ReturnType<typeof useObjectsTexts>;
/** The text for an erased value. */
type Remark = (receipt: number) => string;

/** More would make the column chooser unusable. */
const maxDataColumns = 40;

/**
 * The common columns, followed by the data fields of the shown objects. They are hidden by default, except the first ones
 * of a chosen type, which take the place of what then says little.
 */
export function objectColumns(
  t: ObjectsTexts,
  dataFields: readonly string[],
  { erased, sortable, type, shortFields }: ColumnOptions,
): ListColumn<ObjectVersion>[] {
  const of = versionColumns(t);
  const isOne = type !== undefined;
  const shownFields = new Set(
    isOne ? shortFields.split('\n').filter(isTelling).slice(0, maxTypeColumns) : [],
  );
  return [
    derived<ObjectVersion>('title', t.title, titleOf, {
      sortable,
      // The columns of fields would leave it less than its name.
      ...(isOne && { width: '18%' }),
      render: (version) => (
        <span className={classes.title}>
          <span className={classes.titleText}>{titleOf(version)}</span>
          <StateMark version={version} />
        </span>
      ),
    }),
    { ...of.type, sortable, width: '144px', hiddenAtFirst: isOne },
    ...dataFields
      .slice(0, maxDataColumns)
      .map((pointer) => dataColumn(pointer, erased, sortable, !shownFields.has(pointer))),
    derived(
      'references',
      t.references,
      ({ references }) => references && referencesText(references),
      {
        render: (version) => version.references && <ReferenceTitles version={version} />,
        needsRoom: true,
        hiddenAtFirst: isOne && shownFields.size > 1,
      },
    ),
    { ...of.version, sortable: sortable && 'descending', width: '96px', hiddenAtFirst: true },
    {
      id: 'created',
      header: t.created,
      value: ({ genesisDate }) => genesisDate,
      render: ({ genesisDate }) => genesisDate && <Moment value={genesisDate} withRelative />,
      sortable: 'descending',
      width: momentWidth,
      needsRoom: true,
      hiddenAtFirst: true,
    },
    {
      ...of.date,
      id: 'lastChange',
      header: t.lastChange,
      sortable: 'descending',
      width: momentWidth,
    },
    { ...of.by, sortable, width: '160px', needsRoom: true },
  ];
}

interface ColumnOptions {
  erased: Remark;
  /** Whether the service can sort the shown list by any column, or only by dates. */
  sortable: boolean;
  /** The only type of the objects, if one is chosen. */
  type: string | undefined;
  /** The fields with short values, one per line. */
  shortFields: string;
}

/** More fields of a chosen type would leave too little room for each. */
const maxTypeColumns = 4;

/** Whether a field stands at the top of the data, and is not the title, which has its own column. */
const isTelling = (pointer: string): boolean =>
  /^\/[^/]+$/.test(pointer) && !/^\/(?:title|name|label)$/i.test(pointer);

function dataColumn(
  pointer: string,
  remark: Remark,
  sortable: boolean,
  hiddenAtFirst: boolean,
): ListColumn<ObjectVersion> {
  const text = ({ objectData = {}, erased }: ObjectVersion) =>
    valuesAt(withRedactedValues(objectData, erased), pointer, remark).join(', ');
  return {
    id: `data:${pointer}`,
    header: pathName(pointer),
    value: text,
    render: text,
    sortable,
    width: '160px',
    hiddenAtFirst,
  };
}

/** The scalars at a pointer, with a text for erased ones; arrays are traversed. */
export function valuesAt(data: unknown, pointer: string, erased: Remark): string[] {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  let found: unknown[] = [data];
  for (const part of parts)
    found = found.flat().flatMap((value) => {
      return isObject(value) && Object.hasOwn(value, part) ? [value[part]] : [];
    });
  return found.flat().flatMap((value) => {
    if (value instanceof RedactedValue) return [erased(value.receipt)];
    if (typeof value === 'string') return [value];
    const isShown =
      typeof value === 'number' || typeof value === 'boolean' || value instanceof RawJson;
    return isShown ? [String(value)] : [];
  });
}

/** "categoryRef, tagRef ×3" */
function referencesText(references: readonly Reference[]): string {
  const counts = new Map<string, number>();
  for (const { name } of references) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ');
}

/** The number of titles that fit into a cell. */
const maxShown = 3;

/** The references of an object by the titles of their targets; loaded once the row becomes visible. */
function ReferenceTitles({ version }: { version: ObjectVersion }) {
  const [ref, visible] = useHasBeenVisible<HTMLSpanElement>();
  const { partitionId, references = [] } = version;
  if (references.length === 0) return '–';
  const rest = references.length - maxShown;
  return (
    <span ref={ref} className={classes.targets}>
      {references.slice(0, maxShown).map((reference, index) => (
        <span key={`${reference.name} ${reference.timelineId}`} title={reference.name}>
          {index > 0 && ', '}
          {partitionId === undefined ? (
            reference.name
          ) : (
            <Target partitionId={partitionId} reference={reference} enabled={visible} />
          )}
        </span>
      ))}
      {rest > 0 && ` +${rest}`}
    </span>
  );
}

interface TargetProps {
  partitionId: string;
  reference: Reference;
  enabled: boolean;
}

/** For an invisible target, the name of the reference is shown. */
function Target({ partitionId, reference: { name, timelineId }, enabled }: TargetProps) {
  const { shown } = useTimeTravel();
  const { data, isError } = useQuery({ ...targetQuery(partitionId, timelineId, shown), enabled });
  if (data) return titleOf(data);
  return isError ? name : <Skeleton component="span" className={classes.target} />;
}
