import { StatusBadge } from '../states/StatusBadge.tsx';
import { labelFor } from '../states/label-for.ts';
import { texts } from '../texts.ts';
import { userStatusLabels } from './user-status-labels.ts';

const useUserStatusTexts = texts(userStatusLabels);

const tones = new Map<string, 'good' | 'waiting' | 'off'>([
  ['ACTIVE', 'good'],
  ['INVITED', 'waiting'],
  ['LOCKED', 'waiting'],
  ['DISABLED', 'off'],
]);

export function UserStatus({ status }: { status: string }) {
  return (
    <StatusBadge tone={tones.get(status) ?? 'plain'}>
      {labelFor(useUserStatusTexts(), status)}
    </StatusBadge>
  );
}
