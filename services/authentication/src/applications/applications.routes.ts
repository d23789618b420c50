import * as calls from '@annals/contracts/applications';
import type { Mount } from '@annals/kit/mount';
import { callingActor } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { requireRecentProof } from '../sessions/fresh-proof.ts';
import { listApplicationsInScope, showApplication } from './application-list.ts';
import {
  createApplicationToken,
  listApplicationTokens,
  revokeApplicationToken,
} from './application-tokens.ts';
import { changeApplication, createApplication, deleteApplication } from './change-application.ts';

export function mountApplications(mount: Mount, context: ServiceContext): void {
  const { database, roleCache, apiTokenUses } = context;

  mount(calls.listApplications, ({ caller, query }) =>
    listApplicationsInScope(context, caller, query),
  );

  mount(calls.getApplication, async ({ caller, params: { applicationId } }) => {
    await apiTokenUses.write();
    const rolesByName = await roleCache.current();
    return showApplication(context, database, { caller, rolesByName }, applicationId, 'read');
  });

  mount(calls.createApplication, async ({ caller, body, request }) =>
    createApplication(context, await callingActor(context, caller, request), body),
  );

  mount(calls.changeApplication, async ({ caller, params, body, request }) => {
    const actor = await callingActor(context, caller, request);
    return changeApplication(context, actor, params.applicationId, body, request);
  });

  mount(calls.deleteApplication, async ({ caller, params, request }) => {
    const actor = await callingActor(context, caller, request);
    await deleteApplication(context, actor, params.applicationId, request);
  });

  mount(calls.listApplicationTokens, ({ caller, params, query }) =>
    listApplicationTokens(context, caller, params.applicationId, query),
  );

  mount(calls.createApplicationToken, async ({ caller, params, body, request }) => {
    await requireRecentProof(context, caller);
    const actor = await callingActor(context, caller, request);
    return createApplicationToken(context, actor, params.applicationId, body);
  });

  mount(calls.revokeApplicationToken, async ({ caller, params, request }) => {
    const actor = await callingActor(context, caller, request);
    await revokeApplicationToken(context, actor, params.applicationId, params.tokenId);
  });
}
