import { createContext, useContext, type ReactNode } from 'react';
import type { ObjectVersion } from '../../platform/api/things.ts';
import { shownName } from '../../ui/ids/display-names.ts';
import { titleOf } from '../object-title/title-of.ts';
import { ObjectPicker } from './ObjectPicker.tsx';
import type { PickerProps } from './Picker.tsx';
import { PickMany } from './PickMany.tsx';

/** An object that others refer to, by the id of its timeline. */
export interface Referenced {
  id: string;
  title: string;
  /** The name of the reference, if a program has set one. */
  name?: string | undefined;
}

interface WantedReference {
  name?: string | undefined;
  timelineId: string;
  title?: string | null;
}

interface ReferencedPickerProps {
  partitionId: string;
  label: string;
  description: string;
  value: readonly Referenced[];
  onChange: (value: Referenced[]) => void;
  error?: ReactNode;
}

/** Picks the objects that versions have to refer to. */
export function ReferencedPicker({ partitionId, onChange, ...props }: ReferencedPickerProps) {
  return (
    <SearchedPartition value={partitionId}>
      <PickMany<ObjectVersion, Referenced>
        picker={TargetPicker}
        name={(value) => referencedOf(value).title}
        {...props}
        onChange={(values) => onChange(values.map(referencedOf))}
      />
    </SearchedPartition>
  );
}

/** The partition of the objects. */
const SearchedPartition = createContext('');

function TargetPicker(props: PickerProps<ObjectVersion, Referenced>) {
  return <ObjectPicker partitionId={useContext(SearchedPartition)} {...props} value={null} />;
}

const isReferenced = (value: ObjectVersion | Referenced): value is Referenced =>
  'title' in value && typeof value.title === 'string';

const referencedOf = (value: ObjectVersion | Referenced): Referenced =>
  isReferenced(value) ? value : { id: value.timelineId ?? value.id, title: titleOf(value) };

/** Converts stored references to form values. */
export const referencedIn = (references: readonly WantedReference[] | null): Referenced[] =>
  (references ?? []).map(({ name, timelineId, title }) => ({
    id: timelineId,
    title: shownName(title, timelineId),
    name,
  }));

/** Converts form values to the body of a call. */
export const wantedReferences = (referenced: readonly Referenced[]): WantedReference[] | null =>
  referenced.length === 0
    ? null
    : referenced.map(({ id: timelineId, name }) => ({ name, timelineId }));
