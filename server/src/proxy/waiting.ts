import type { Method } from '@annals/contracts/endpoint';
import { longestWait } from '@annals/contracts/objects';

/** A call that may take its time on purpose. */
export interface WaitingCall {
  /** How long it may wait before it begins to answer. */
  seconds: number;
  /** Aborted when nobody wants the answer any more. */
  left: AbortSignal;
}

const changeFeed = /^\/v1\/partitions\/[^/?]+\/changes\?/;

/** How long a call asks the service to wait for changes; 0 for every other call. */
export function secondsToWait(method: Method, target: string): number {
  if (method !== 'GET' || !changeFeed.test(target)) return 0;
  const wait = new URL(target, 'http://service').searchParams.get('wait') ?? '';
  return /^\d{1,9}$/.test(wait) ? Math.min(Number(wait), longestWait) : 0;
}
