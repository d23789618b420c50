import { StatusBadge } from '../../ui/states/StatusBadge.tsx';
import { labelFor } from '../../ui/states/label-for.ts';
import { texts } from '../../platform/texts.ts';
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
