import type { Job } from '@annals/contracts/moves';
import { StatusBadge } from '../../../shared/states/StatusBadge.tsx';
import { useRunTexts } from './runs.texts.ts';

const tones = { RUNNING: 'waiting', DONE: 'good', FAILED: 'off', CANCELLED: 'off' } as const;

export function JobState({ state }: Pick<Job, 'state'>) {
  const t = useRunTexts();
  return <StatusBadge tone={tones[state]}>{t.states[state]}</StatusBadge>;
}
