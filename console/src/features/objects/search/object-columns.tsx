import type { ObjectVersion, Reference } from '@annals/contracts/objects';
import { pathName } from '@annals/contracts/query-search';
import { derived, type ListColumn } from '../../../shared/list/columns.tsx';
import { titleOf } from '../../../shared/object-title/title-of.ts';
import { withRedactedValues } from '@annals/contracts/redacted-data';
import { RedactedValue } from '../../../shared/json-values/json-values.ts';
import { Moment } from '../../../shared/time/Moment.tsx';
import { StateMark } from '../shared/ObjectLabels.tsx';
import type { useObjectsTexts } from '../shared/objects.texts.ts';
import { versionColumns } from '../shared/version-columns.tsx';
import { ReferenceTitles } from './ReferenceTitles.tsx';
import classes from './ObjectsPage.module.css';

type ObjectsTexts = ReturnType<typeof useObjectsTexts>;
/** The text for an erased value. */
type Remark = (receipt: number) => string;

/** More would make the column chooser unusable. */
const maxDataColumns = 40;

/**
 * The common columns, followed by the data fields of the shown objects, hidden by default.
 * @param sortable whether the service can sort the shown list by any column, or only by dates
 */
export function objectColumns(
  t: ObjectsTexts,
  dataFields: readonly string[],
  erased: Remark,
  sortable: boolean,
): ListColumn<ObjectVersion>[] {
  const of = versionColumns(t);
  return [
    derived<ObjectVersion>('title', t.title, titleOf, {
      sortable,
      render: (version) => (
        <span className={classes.title}>
          <span className={classes.titleText}>{titleOf(version)}</span>
          <StateMark version={version} />
        </span>
      ),
    }),
    { ...of.type, sortable, width: '144px' },
    ...dataFields.slice(0, maxDataColumns).map((pointer) => dataColumn(pointer, erased, sortable)),
    derived('references', t.references, (version) => referencesText(version.references ?? []), {
      render: (version) => <ReferenceTitles version={version} />,
    }),
    { ...of.version, sortable: sortable && 'descending', width: '96px' },
    {
      id: 'created',
      header: t.created,
      value: ({ genesisDate }) => genesisDate,
      render: ({ genesisDate }) => genesisDate && <Moment value={genesisDate} />,
      sortable: 'descending',
      width: '148px',
    },
    {
      ...of.date,
      id: 'lastChange',
      header: t.lastChange,
      sortable: 'descending',
      width: '148px',
    },
    { ...of.by, sortable, width: '160px' },
  ];
}

function dataColumn(pointer: string, remark: Remark, sortable: boolean): ListColumn<ObjectVersion> {
  const text = ({ objectData = {}, erased }: ObjectVersion) =>
    valuesAt(withRedactedValues(objectData, erased), pointer, remark).join(', ');
  return {
    id: `data:${pointer}`,
    header: pathName(pointer),
    value: text,
    render: text,
    sortable,
    width: '160px',
    hiddenAtFirst: true,
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
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isObject && Object.hasOwn(value, part) ? [Reflect.get(value, part) as unknown] : [];
    });
  return found.flat().flatMap((value) => {
    if (value instanceof RedactedValue) return [erased(value.receipt)];
    if (typeof value === 'string') return [value];
    return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
  });
}

/** "categoryRef, tagRef ×3" */
function referencesText(references: readonly Reference[]): string {
  const counts = new Map<string, number>();
  for (const { name } of references) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ');
}
