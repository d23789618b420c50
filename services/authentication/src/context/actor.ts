import type { FastifyRequest } from 'fastify';
import { clientOf } from '@annals/kit/request-clients';

/** Where an act came from. */
export interface Origin {
  requestId: string | null;
  address: string | null;
  userAgent: string;
}

const longestUserAgent = 300;

export function originOf(request: FastifyRequest): Origin {
  const { address, userAgent } = clientOf(request);
  return {
    requestId: request.id,
    address: address === '' ? null : address,
    userAgent: userAgent.slice(0, longestUserAgent),
  };
}

/** An act of the program itself or of the person at its command line. */
export const operator: Origin = { requestId: null, address: null, userAgent: '' };
