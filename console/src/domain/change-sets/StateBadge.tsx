import type { ChangeSetState } from '@annals/contracts/change-set';
import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { useChangeSetTexts } from './change-sets.texts.ts';

const tones = {
  DRAFT: 'plain',
  IN_REVIEW: 'waiting',
  CHANGES_REQUESTED: 'bad',
  READY: 'plain',
  APPROVED: 'good',
  COMMITTED: 'good',
  WITHDRAWN: 'off',
} as const;

export function StateBadge({ state }: { state: ChangeSetState }) {
  const { states } = useChangeSetTexts();
  return <StatusBadge tone={tones[state]}>{states[state]}</StatusBadge>;
}
