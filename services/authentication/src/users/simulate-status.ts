import type { Queryable } from '@annals/kit/database/database';
import { selectLiveTokens } from '../api-tokens/api-tokens.sql.ts';
import type { CallingActor } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { selectSessionsOf } from '../sessions/sessions.sql.ts';
import { combineRules } from '../sign-in-rules/combine-rules.ts';
import {
  changerOf,
  noMasterCouldSignIn,
  tryKeepingAbleMaster,
} from '../sign-in-rules/keep-able-master.ts';
import { selectConcerned, selectRules } from '../sign-in-rules/sign-in-rules.sql.ts';
import { deviceCriteria } from '../trusted-devices/trust-device.ts';
import { selectTrustedDevices } from '../trusted-devices/trusted-devices.sql.ts';
import { setStatus } from './change-status.ts';
import { hasChanged, simulate } from './user-change.ts';

/** What ends for good when a user is disabled, and what does not work until the user is enabled again. */
interface Stops {
  sessions: number;
  tokens: { id: string; description: string }[];
  trustedDevices: number;
}

const nothing: Stops = { sessions: 0, tokens: [], trustedDevices: 0 };

/** More than anyone has open. */
const maxCounted = 10_000;

/** What `setStatus` would stop, with the same refusals. */
export function simulateStatus(
  context: ServiceContext,
  actor: CallingActor,
  userId: string,
  status: 'ACTIVE' | 'DISABLED',
): Promise<Stops> {
  return simulate(context, async (transaction) => {
    const before = await selectStops(transaction, actor, userId);
    const done = await tryKeepingAbleMaster(transaction, changerOf(actor), actor.at, () =>
      setStatus(transaction, actor, userId, status),
    );
    if (!done) throw noMasterCouldSignIn();
    return hasChanged(done) && status === 'DISABLED' ? before : nothing;
  });
}

/** What works now: what expired before ends with nothing. */
async function selectStops(
  transaction: Queryable,
  { at, caller }: CallingActor,
  userId: string,
): Promise<Stops> {
  const concerned = await selectConcerned(transaction, userId);
  if (!concerned) return nothing;
  const rule = combineRules(await selectRules(transaction), concerned);
  const now = toTimestamp(at);
  const sessions = await selectSessionsOf(transaction, userId, now, {
    ...rule,
    currentId: caller.sessionId,
    count: maxCounted,
  });
  const tokens = await selectLiveTokens(transaction, userId, now);
  const criteria = deviceCriteria(rule);
  const devices = criteria ? await selectTrustedDevices(transaction, userId, now, criteria) : [];
  return {
    sessions: sessions.length,
    tokens: tokens.map(({ id, description }) => ({ id, description })),
    trustedDevices: devices.filter(({ expiresDate }) => expiresDate !== null).length,
  };
}
