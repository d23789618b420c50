import { Skeleton } from '@mantine/core';
import { Suspense, useMemo } from 'react';
import type { ObjectVersion } from '../../../platform/api/things.ts';
import {
  escapeToken,
  isArray,
  isObject,
  RedactedValue,
  type JsonObject,
} from '../../../platform/json-values/json-values.ts';
import { preloadUseOfChangeSets } from '../../../domain/change-sets/change-sets.queries.ts';
import { lazyNamed } from '../../../platform/lazy-named.ts';
import type { TreeEditing } from '../../../ui/json/JsonTree.tsx';
import { preloadType } from '../edit/object-type.queries.ts';
import { isWithin, type FieldEdits } from './useFieldEdits.ts';

const EditedField = lazyNamed(() => import('./EditedField.tsx'), 'EditedField');
const loadBar = () => import('./EditBar.tsx');
export const EditBar = lazyNamed(loadBar, 'EditBar');

interface TreeEditingInput {
  partitionId: string;
  version: ObjectVersion;
  /** With a mark for each erased value. */
  data: JsonObject | undefined;
  fields: FieldEdits;
  mayEdit: boolean;
}

const none: ReadonlySet<string> = new Set();

/** How the values of a version are edited where they stand; undefined if they are not. */
export function useTreeEditing({
  partitionId,
  version,
  data,
  fields,
  mayEdit,
}: TreeEditingInput): TreeEditing | undefined {
  const { edits } = fields;
  const shifted = useMemo(() => listsWithErased(data), [data]);
  // The changes of an older version stay in their bar: saving them leads to the merge.
  const isHere = edits === undefined || edits.base.id === version.id;
  if (!isHere || (!mayEdit && edits === undefined)) return undefined;
  const { type = '' } = version;
  return {
    mayEdit: ({ kind, value, pointer }) =>
      mayEdit &&
      kind !== 'more' &&
      !(value instanceof RedactedValue) &&
      !shifted.some((list) => pointer !== list && isWithin(pointer, list)),
    open: edits?.open ?? none,
    onEdit: ({ pointer }) => fields.edit(version, pointer),
    preload: () => {
      void EditedField.preload();
      void loadBar();
      preloadUseOfChangeSets(partitionId);
      preloadType(partitionId, type);
    },
    renderField: ({ pointer, title, name }, onLeave) => (
      <Suspense fallback={<Skeleton height={36} />}>
        <EditedField
          partitionId={partitionId}
          fields={fields}
          pointer={pointer}
          name={title ?? name}
          onLeave={onLeave}
        />
      </Suspense>
    ),
  };
}

/** The lists with an erased element: the next version leaves it out, so that its other elements move up. */
function listsWithErased(value: unknown, pointer = ''): string[] {
  const inner = isArray(value)
    ? value.map((element, index) => [String(index), element] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  const isOne = isArray(value) && value.some((element) => element instanceof RedactedValue);
  return [
    ...(isOne ? [pointer] : []),
    ...inner.flatMap(([name, each]) => listsWithErased(each, `${pointer}/${escapeToken(name)}`)),
  ];
}
