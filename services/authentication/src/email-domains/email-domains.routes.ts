import {
  approveProviderDomain,
  approveUnitDomain,
  verifyProviderDomain,
  verifyUnitDomain,
} from '@annals/contracts/email-domains';
import type { Caller } from '@annals/kit/caller';
import type { Mount } from '@annals/kit/mount';
import { notFound } from '@annals/kit/problem';
import { sightOf } from '../authority/sight.sql.ts';
import { originOf } from '../events/origin.ts';
import { providerToChange } from '../identity-providers/provider-to-change.ts';
import { lockUnit } from '../organizational-units/change-unit.sql.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { approveDomain, verifyByDns, type LockOwner } from './verify-domain.ts';

export function mountEmailDomains(mount: Mount, context: ServiceContext): void {
  mount(verifyProviderDomain, ({ caller, params, request }) =>
    verifyByDns(context, {
      caller,
      domain: params.domain,
      lockOwner: provider(caller, params.identityProviderId),
      origin: originOf(request),
    }),
  );

  mount(approveProviderDomain, ({ caller, params, request }) =>
    approveDomain(context, {
      caller,
      domain: params.domain,
      lockOwner: provider(caller, params.identityProviderId),
      origin: originOf(request),
    }),
  );

  mount(verifyUnitDomain, ({ caller, params, request }) =>
    verifyByDns(context, {
      caller,
      domain: params.domain,
      lockOwner: unit(caller, params.organizationalUnitId),
      origin: originOf(request),
    }),
  );

  mount(approveUnitDomain, ({ caller, params, request }) =>
    approveDomain(context, {
      caller,
      domain: params.domain,
      lockOwner: unit(caller, params.organizationalUnitId),
      origin: originOf(request),
    }),
  );
}

function provider(caller: Caller, id: string): LockOwner {
  return async (transaction) => {
    const { unitId } = await providerToChange(transaction, caller, id);
    return { owner: { providerId: id }, unitOfProvider: unitId };
  };
}

function unit(caller: Caller, id: string): LockOwner {
  return async (transaction) => {
    const sight = sightOf(caller, 'organizational-units:write');
    if (!(await lockUnit(transaction, sight, id))) throw notFound('organizational unit');
    return { owner: { unitId: id }, unitOfProvider: null };
  };
}
