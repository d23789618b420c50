import { typeName } from '@annals/contracts/object-version';
import type { JsonReading } from '../../../ui/json/json-reading.ts';
import { withoutRedactedValues } from '@annals/rules/redacted-data';
import type { ObjectVersion } from '../../../platform/api/things.ts';

export interface DraftReference {
  /** The React key of the row. */
  readonly key: number;
  readonly name: string;
  /** '' while none is picked. */
  readonly timelineId: string;
}

/** The values of the form. */
export interface ObjectDraft {
  readonly type: string;
  readonly reading: JsonReading;
  /** Whether a field of the form holds an invalid value, for example a number with letters. */
  readonly unreadable: boolean;
  readonly references: readonly DraftReference[];
}

export interface WrittenObject {
  readonly objectData: Readonly<Record<string, unknown>>;
  readonly references: readonly { readonly name: string; readonly timelineId: string }[];
}

/** The content that the next version may repeat: all but the erased values. */
export function writableContent({
  objectData = {},
  references = [],
  erased,
}: ObjectVersion): WrittenObject {
  return { objectData: withoutRedactedValues(objectData, erased), references };
}

export function draftOf(type: string, { objectData, references }: WrittenObject): ObjectDraft {
  return {
    type,
    reading: { ok: true, value: objectData },
    unreadable: false,
    references: references.map(({ name, timelineId }, key) => ({ key, name, timelineId })),
  };
}

type DraftError =
  | 'typeNeeded'
  | 'typeWrong'
  | 'dataNeeded'
  | 'fieldsNeeded'
  | 'referenceNameNeeded'
  | 'targetNeeded';

/** The validation errors of a draft, by the service's field names. */
export function draftErrors(
  { type, reading, unreadable, references }: ObjectDraft,
  needsType: boolean,
): Map<string, DraftError> {
  const errors = new Map<string, DraftError>();
  if (needsType && type.trim() === '') errors.set('type', 'typeNeeded');
  else if (needsType && !typeName.safeParse(type.trim()).success) errors.set('type', 'typeWrong');
  if (!reading.ok) errors.set('objectData', 'dataNeeded');
  else if (unreadable) errors.set('objectData', 'fieldsNeeded');
  for (const [index, { name, timelineId }] of references.entries()) {
    if (name.trim() === '') errors.set(`references.${index}.name`, 'referenceNameNeeded');
    if (timelineId === '') errors.set(`references.${index}.timelineId`, 'targetNeeded');
  }
  return errors;
}

export function trimReferences(
  references: readonly DraftReference[],
): { name: string; timelineId: string }[] {
  return references.map(({ name, timelineId }) => ({ name: name.trim(), timelineId }));
}
