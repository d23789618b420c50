import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '@annals/contracts/endpoint';
import { say } from '@annals/contracts/messages';
import { badRequest, Problem } from './problem.ts';

/** Sets the ETag of a response with a `version` (RFC 9110, section 8.8.3). */
export function setEtag(reply: FastifyReply, answer: unknown): void {
  if (typeof answer === 'object' && answer !== null && 'version' in answer)
    if (typeof answer.version === 'number') reply.header('etag', `"${answer.version}"`);
}

/**
 * Refuses If-Match where no version is compared: ignored, it would promise a protection that is not there.
 * @throws Problem 400
 */
export function refuseIfMatch({ takesIfMatch }: Endpoint, { headers }: FastifyRequest): void {
  if (takesIfMatch || headers['if-match'] === undefined) return;
  throw badRequest(say('ifMatchUnused'), [{ path: 'headers.if-match', ...say('notSupported') }]);
}

/**
 * Refuses an edit of something that has changed since it was read (RFC 9110, section 13.1.1). Without If-Match any
 * version is accepted. Call it with the row locked.
 * @param current the current state, as far as the caller may see it
 * @throws Problem 412
 * @throws Error if the contract row lacks takesIfMatch, so that it would be undocumented
 */
export function checkIfMatch(
  { headers, routeOptions }: FastifyRequest,
  version: number,
  current?: unknown,
): void {
  const { endpoint } = routeOptions.config as { endpoint?: Endpoint };
  if (endpoint && !endpoint.takesIfMatch)
    throw new Error(`${endpoint.method} ${endpoint.path} lacks takesIfMatch in its contract row.`);
  const wanted = headers['if-match'];
  if (wanted === undefined || wanted.trim() === '*') return;
  const tags = new Set(wanted.split(',').map((tag) => tag.trim()));
  if (tags.has(`"${version}"`)) return;
  // Nobody was faster, but a weak tag never matches (RFC 9110, section 13.1.1).
  const [code, explanation] = tags.has(`W/"${version}"`)
    ? (['weak_tag', say('weakTag')] as const)
    : (['changed_meanwhile', say('stale')] as const);
  throw new Problem(412, code, explanation, current === undefined ? {} : { current });
}
