import { listTrustedDevices, revokeTrustedDevice } from '@annals/contracts/trusted-devices';
import type { Caller } from '@annals/kit/caller';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import * as audit from '../audit/audit-log.sql.ts';
import { userIsInScope } from '../authority/authority.sql.ts';
import { scopeOf } from '../authority/scope.sql.ts';
import { actorOf } from '../context/actor.ts';
import { toTimestamp } from '../context/clock.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireChangeable } from '../sessions/end-sessions.ts';
import { combineRules } from '../sign-in-rules/combine-rules.ts';
import { selectConcerned } from '../sign-in-rules/sign-in-rules.sql.ts';
import { deviceCriteria } from './trust-device.ts';
import { deleteTrustedDevice, selectTrustedDevices } from './trusted-devices.sql.ts';

const noDevices = { maxAgeMs: 0, factors: [] };

export function mountTrustedDevices(mount: Mount, context: ServiceContext): void {
  const { database, clock, signInRules } = context;

  mount(listTrustedDevices, async ({ caller, params }) => {
    const userId = idOf(params.userId, caller);
    if (!(await userIsInScope(database, scopeOf(caller, 'users:read'), userId)))
      throw notFound('user');
    const concerned = await selectConcerned(database, userId);
    if (!concerned) throw notFound('user');
    const rule = combineRules(await signInRules.current(), concerned);
    const criteria = deviceCriteria(rule) ?? noDevices;
    const data = await selectTrustedDevices(database, userId, toTimestamp(clock()), criteria);
    return { data, nextCursor: null, hasMore: false };
  });

  mount(revokeTrustedDevice, ({ caller, params, request }) => {
    const userId = idOf(params.userId, caller);
    return database.transaction(async (transaction) => {
      if (userId !== caller.userId) await requireChangeable(transaction, caller, userId);
      const device = await deleteTrustedDevice(transaction, userId, params.deviceId);
      if (!device) throw notFound('trusted device');
      const actor = actorOf(context, caller, request);
      await audit.record(transaction, actor, 'trustedDevice.revoked', `user/${userId}`, {
        before: { id: device.id, createdDate: device.createdDate },
      });
    });
  });
}

function idOf(userId: string, caller: Caller): string {
  return userId === 'current' ? caller.userId : userId.toLowerCase();
}
