import type { Method } from '@annals/contracts/endpoint';
import { longestWait } from '@annals/contracts/objects';

const changeFeed = /^\/v1\/partitions\/[^/?]+\/changes\?/;

/** How long a call asks the service to wait for changes; 0 for every other call. */
export function secondsToWait(method: Method, target: string): number {
  if (method !== 'GET' || !changeFeed.test(target)) return 0;
  const wait = new URL(target, 'http://service').searchParams.get('wait') ?? '';
  return /^\d{1,9}$/.test(wait) ? Math.min(Number(wait), longestWait) : 0;
}
