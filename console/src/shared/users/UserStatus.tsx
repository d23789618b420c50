import { StatusBadge } from '../states/StatusBadge.tsx';
import { wordFor } from '../states/word-for.ts';
import { texts } from '../texts.ts';
import { userStatusWords } from './user-status-words.ts';

const useUserStatusTexts = texts(userStatusWords);

const tones = new Map<string, 'good' | 'waiting' | 'off'>([
  ['ACTIVE', 'good'],
  ['INVITED', 'waiting'],
  ['LOCKED', 'waiting'],
  ['DISABLED', 'off'],
]);

export function UserStatus({ status }: { status: string }) {
  return (
    <StatusBadge tone={tones.get(status) ?? 'plain'}>
      {wordFor(useUserStatusTexts(), status)}
    </StatusBadge>
  );
}
