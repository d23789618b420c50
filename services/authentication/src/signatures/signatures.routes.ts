import { confirmSignature, startSignature } from '@annals/contracts/signatures';
import type { Mount } from '@annals/kit/mount';
import { sourceOf } from '../context/actor.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { confirmOwnSignature } from './confirm-signature.ts';
import { startOwnSignature } from './start-signature.ts';

export function mountSignatures(mount: Mount, context: ServiceContext): void {
  mount(startSignature, ({ caller, body }) => startOwnSignature(context, caller, body));

  mount(confirmSignature, ({ caller, params, body, request }) =>
    confirmOwnSignature(context, caller, params.signatureId, body, sourceOf(request, caller)),
  );
}
