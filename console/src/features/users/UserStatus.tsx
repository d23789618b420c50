import { wordFor } from '../../shared/states/word-for.ts';
import { StatusBadge } from '../../shared/states/StatusBadge.tsx';
import { useUserTexts } from './users.texts.ts';

const tones = new Map<string, 'good' | 'waiting' | 'off'>([
  ['ACTIVE', 'good'],
  ['INVITED', 'waiting'],
  ['LOCKED', 'waiting'],
  ['DISABLED', 'off'],
]);

export function UserStatus({ status }: { status: string }) {
  const t = useUserTexts();
  return (
    <StatusBadge tone={tones.get(status) ?? 'plain'}>{wordFor(t.statuses, status)}</StatusBadge>
  );
}
