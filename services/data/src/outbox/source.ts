import type { FastifyRequest } from 'fastify';
import type { AuditedChange } from '@annals/kit/change-reports';
import { clientOf } from '@annals/kit/request-clients';

/** The source of a request, as the audit log records it. */
export function sourceOf(request: FastifyRequest): AuditedChange['source'] {
  const { address } = clientOf(request);
  return { address: address === '' ? null : address, requestId: request.id };
}
