import type { AliasUrl } from '@annals/contracts/alias-urls';
import { StatusBadge } from '../../shared/states/StatusBadge.tsx';
import { stateOf } from './alias-state.ts';
import { useAliasTexts } from './alias-urls.texts.ts';

const tones = { ACTIVE: 'good', INACTIVE: 'off', EXPIRED: 'off', BLOCKED: 'waiting' } as const;

/** Nothing where the service tells no state. */
export function AliasStateBadge({ alias }: { alias: AliasUrl }) {
  const { states } = useAliasTexts();
  const state = stateOf(alias);
  return state && <StatusBadge tone={tones[state]}>{states[state]}</StatusBadge>;
}
