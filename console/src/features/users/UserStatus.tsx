import { wordFor } from '../../shared/states/word-for.ts';
import { StatusBadge } from '../../shared/states/StatusBadge.tsx';
import { useUserTexts } from './users.texts.ts';

const tones = new Map([
  ['ACTIVE', 'good'],
  ['INVITED', 'waiting'],
  ['DISABLED', 'off'],
] as const);

function isKnown(status: string): status is 'ACTIVE' | 'INVITED' | 'DISABLED' {
  return status === 'ACTIVE' || status === 'INVITED' || status === 'DISABLED';
}

export function UserStatus({ status }: { status: string }) {
  const t = useUserTexts();
  const tone = isKnown(status) ? tones.get(status) : undefined;
  return <StatusBadge tone={tone ?? 'plain'}>{wordFor(t.statuses, status)}</StatusBadge>;
}
