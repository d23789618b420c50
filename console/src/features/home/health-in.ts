import { CallError, ContractError, NotOffered } from '../../platform/api/errors.ts';

/**
 * What is known of a service after an error in place of its health. One that refuses the call, or does not have it,
 * responds; it just says nothing about its health.
 */
export function healthIn(error: unknown): 'unknown' | 'failing' | 'away' {
  if (error instanceof ContractError) return 'failing';
  // 502 and 504 are of the console server, which gets no answer; 503 of a service that is starting or overloaded.
  if (!(error instanceof CallError) || [502, 503, 504].includes(error.status)) return 'away';
  return error instanceof NotOffered || error.status < 500 ? 'unknown' : 'failing';
}
