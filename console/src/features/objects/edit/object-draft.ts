import { typeName, type ObjectVersion } from '@annals/contracts/object-version';
import type { JsonReading } from '../../../shared/json/json-reading.ts';
import { withoutRedactedValues } from '../../../shared/json-values/redacted-data.ts';

export interface DraftReference {
  /** Tells the rows of the form apart. */
  readonly key: number;
  readonly name: string;
  /** '' while none is picked. */
  readonly timelineId: string;
}

/** What stands in the form. */
export interface ObjectDraft {
  readonly type: string;
  readonly reading: JsonReading;
  /** Whether a field of the form holds what is no value, for example a number with letters. */
  readonly unreadable: boolean;
  readonly references: readonly DraftReference[];
}

export interface WrittenObject {
  readonly objectData: Readonly<Record<string, unknown>>;
  readonly references: readonly { readonly name: string; readonly timelineId: string }[];
}

/** What the next version may say again of one: all but what was erased in it. */
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

/** What keeps a draft from being sent, by the names the service uses for its fields. */
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

export function writtenReferences(
  references: readonly DraftReference[],
): { name: string; timelineId: string }[] {
  return references.map(({ name, timelineId }) => ({ name: name.trim(), timelineId }));
}
