import type { FastifyRequest } from 'fastify';
import * as calls from '@annals/contracts/applications';
import type { Caller } from '@annals/kit/caller';
import type { Queryable } from '@annals/kit/database/database';
import { checkIfMatch } from '@annals/kit/etag';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { mountApplicationTokens } from './application-tokens.routes.ts';
import { toTimestamp } from '../context/clock.ts';
import { originOf } from '../context/actor.ts';
import type { RolesByName, ServiceContext } from '../context/service-context.ts';
import { listApplicationsInScope, shownTo } from './application-list.ts';
import { selectApplication } from './applications.sql.ts';
import {
  applicationToChange,
  changeApplication,
  createApplication,
  deleteApplication,
  type Acting,
} from './change-application.ts';
import { accessScopesOf } from '../authority/scope.sql.ts';

export function mountApplications(mount: Mount, context: ServiceContext): void {
  const { database, clock, roleCache, apiTokenCache, apiTokenUses } = context;

  const act = async <T>(
    { caller, request }: { caller: Caller; request: FastifyRequest },
    work: (acting: Acting) => Promise<T>,
  ): Promise<T> => {
    const rolesByName = await roleCache.current();
    const origin = originOf(request);
    return database.transaction((transaction) =>
      work({ clock, rolesByName, transaction, caller, origin }),
    );
  };

  const seen = async (
    queryable: Queryable,
    rolesByName: RolesByName,
    caller: Caller,
    scope: 'read' | 'write',
    applicationId: string,
  ) => {
    const scopes = accessScopesOf(caller, 'applications');
    const row = await selectApplication(
      queryable,
      { read: scopes[scope], write: scopes.write },
      applicationId,
      toTimestamp(clock()),
    );
    if (!row) throw notFound('application');
    return shownTo(caller, rolesByName, row);
  };

  mount(calls.listApplications, ({ caller, query }) =>
    listApplicationsInScope(context, caller, query),
  );

  mount(calls.getApplication, async ({ caller, params: { applicationId } }) => {
    await apiTokenUses.write();
    return seen(database, await roleCache.current(), caller, 'read', applicationId);
  });

  mount(calls.createApplication, (call) =>
    act(call, async (acting) => {
      const { transaction, rolesByName, caller } = acting;
      const id = await createApplication(acting, call.body);
      return seen(transaction, rolesByName, caller, 'write', id);
    }),
  );

  mount(calls.changeApplication, async (call) => {
    const changed = await act(call, async (acting) => {
      const { transaction, rolesByName, caller } = acting;
      const before = await applicationToChange(acting, call.params.applicationId);
      const shown = () => seen(transaction, rolesByName, caller, 'write', before.id);
      checkIfMatch(call.request, before.version, await shown());
      await changeApplication(acting, before, call.body);
      return shown();
    });
    apiTokenCache.invalidateOwner(changed.id);
    return changed;
  });

  mount(calls.deleteApplication, async (call) => {
    const deleted = await act(call, async (acting) => {
      const application = await applicationToChange(acting, call.params.applicationId);
      checkIfMatch(call.request, application.version);
      await deleteApplication(acting, application);
      return application.id;
    });
    apiTokenCache.invalidateOwner(deleted);
  });

  mountApplicationTokens(mount, context, act);
}
