import { useMemo } from 'react';
import type { ChangeSet } from '@annals/contracts/change-set';
import { MemberPicker, type PickedMember } from '../../../domain/change-sets/MemberPicker.tsx';
import { useSetTexts } from './change-set.texts.ts';

const everyRole = ['READER', 'EDITOR', 'OWNER'];

interface ReviewerPickerProps {
  set: ChangeSet;
  value: readonly PickedMember[];
  onChange: (value: PickedMember[]) => void;
}

/** Chooses by name who should review a change set: any member who does not work on it. */
export function ReviewerPicker({ set, value, onChange }: ReviewerPickerProps) {
  const t = useSetTexts();
  const { partitionId, author, contributors } = set;
  const workers = useMemo(
    () => [author, ...contributors].map(({ userId }) => userId),
    [author, contributors],
  );
  return (
    <MemberPicker
      partitionId={partitionId}
      label={t.reviewers}
      description={t.reviewersHint}
      placeholder={t.findMember}
      roles={everyRole}
      except={workers}
      value={value}
      onChange={onChange}
    />
  );
}
