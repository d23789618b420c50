import {
  discoverIdentityProvider,
  startProviderTrial,
  testIdentityProvider,
} from '@annals/contracts/identity-providers';
import { approveProviderDomain, verifyProviderDomain } from '@annals/contracts/email-domains';
import type { Caller } from '@annals/kit/caller';
import type { Mount } from '@annals/kit/mount';
import { appendEvent } from '../audit/audit-log.sql.ts';
import { originOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { checkProvider } from './check-provider.ts';
import { providerToChange } from './provider-to-change.ts';
import { startAuthorization } from './start-authorization.ts';
import { approveDomain, verifyByDns, type LockOwner } from '../email-domains/verify-domain.ts';

/** The two steps of a test: what the provider says about itself, and a trial sign-in. */
export function mountProviderTests(mount: Mount, context: ServiceContext): void {
  const { database, clock } = context;

  mount(discoverIdentityProvider, ({ body }) =>
    checkProvider(context, { issuer: body.issuer, endpoints: {}, scopes: ['openid'] }),
  );

  mount(testIdentityProvider, async ({ caller, params, request }) => {
    const id = params.identityProviderId;
    const provider = await database.transaction((transaction) =>
      providerToChange(transaction, caller, id),
    );
    const found = await checkProvider(context, provider);
    const failed = found.checks.filter(({ ok }) => !ok).map(({ name }) => name);
    await database.transaction((transaction) =>
      appendEvent(
        transaction,
        {
          action: 'identityProvider.tested',
          at: clock(),
          actorId: caller.userId,
          subject: `identityProvider/${id}`,
          after: { ok: found.ok, failed },
        },
        originOf(request),
      ),
    );
    return found;
  });

  mount(verifyProviderDomain, ({ caller, params, request }) =>
    verifyByDns(context, {
      caller,
      domain: params.domain,
      lockOwner: lockProvider(caller, params.identityProviderId),
      origin: originOf(request),
    }),
  );

  mount(approveProviderDomain, ({ caller, params, request }) =>
    approveDomain(context, {
      caller,
      domain: params.domain,
      lockOwner: lockProvider(caller, params.identityProviderId),
      origin: originOf(request),
    }),
  );

  mount(startProviderTrial, async ({ caller, params }) => {
    const provider = await database.transaction((transaction) =>
      providerToChange(transaction, caller, params.identityProviderId),
    );
    return startAuthorization(context, provider, {
      purpose: 'TEST',
      userId: caller.userId,
      sessionId: caller.sessionId,
    });
  });
}

function lockProvider(caller: Caller, id: string): LockOwner {
  return async (transaction) => {
    const { unitId } = await providerToChange(transaction, caller, id);
    return { owner: { providerId: id }, unitOfProvider: unitId };
  };
}
