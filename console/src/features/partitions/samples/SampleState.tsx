import type { AuditSample } from '@annals/contracts/audit-samples';
import { StatusBadge } from '../../../ui/states/StatusBadge.tsx';
import { useSampleTexts } from './samples.texts.ts';

const tones = { ANNOUNCED: 'waiting', DRAWN: 'plain', SIGNED: 'good' } as const;

export function SampleState({ state }: Pick<AuditSample, 'state'>) {
  const { states } = useSampleTexts();
  return <StatusBadge tone={tones[state]}>{states[state]}</StatusBadge>;
}
