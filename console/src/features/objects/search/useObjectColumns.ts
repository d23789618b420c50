import { useMemo } from 'react';
import { maxSorted } from '@annals/contracts/object-search';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import { useRedactionTexts } from '../../../ui/json/redaction.texts.ts';
import { useObjectsTexts } from '../shared/objects.texts.ts';
import { fieldsOf } from './data-fields.ts';
import { objectColumns, valuesAt } from './object-columns.tsx';

/**
 * The columns of a list of objects, with one for each field of their data.
 * @param type the only type of the objects, if one is chosen
 * @param total how many objects there are; for a list without a total, the service itself reports whether it can sort
 */
export function useObjectColumns(versions: readonly ObjectVersion[], total = 0, type?: string) {
  const t = useObjectsTexts();
  const { erased } = useRedactionTexts();
  const dataFields = useDataFields(versions);
  const shortFields = useShortFields(versions, dataFields);
  const isSortable = total <= maxSorted;
  return useMemo(
    () => objectColumns(t, dataFields, { erased, sortable: isSortable, type, shortFields }),
    [t, dataFields, shortFields, erased, isSortable, type],
  );
}

/** The data fields of the shown objects; a stable array, so that columns are not rebuilt. */
function useDataFields(versions: readonly ObjectVersion[]): readonly string[] {
  const names = useMemo(
    () =>
      [...fieldsOf(versions.map(({ objectData }) => objectData ?? {})).keys()].sort().join('\n'),
    [versions],
  );
  return useMemo(() => names.split('\n').filter((name) => name !== ''), [names]);
}

/** Longer texts would be cut in a column, and fill a card. */
const maxShort = 60;

/** Of the fields, those whose values are short in all shown objects; a stable text with a field per line. */
function useShortFields(versions: readonly ObjectVersion[], fields: readonly string[]): string {
  return useMemo(
    () =>
      fields
        .filter((pointer) =>
          versions.every(
            ({ objectData = {} }) =>
              valuesAt(objectData, pointer, String).join(', ').length <= maxShort,
          ),
        )
        .join('\n'),
    [versions, fields],
  );
}
