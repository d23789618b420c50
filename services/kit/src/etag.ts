import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';

/** An answer with a `version` carries it as its ETag (RFC 9110, section 8.8.3). */
export function setEtag(reply: FastifyReply, answer: unknown): void {
  if (typeof answer === 'object' && answer !== null && 'version' in answer)
    if (typeof answer.version === 'number') reply.header('etag', `"${answer.version}"`);
}

/**
 * Refuses an edit of something that was changed since it was read (RFC 9110, section 13.1.1). Without If-Match every
 * version will do. Call it with the row locked.
 * @param current what the caller may see of the thing as it is now
 * @throws Problem 412
 */
export function checkIfMatch(
  { headers }: FastifyRequest,
  version: number,
  current?: unknown,
): void {
  const wanted = headers['if-match'];
  if (wanted === undefined || wanted.trim() === '*') return;
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (tags.includes(`"${version}"`)) return;
  throw new Problem(
    412,
    'changed_meanwhile',
    'This has changed since you read it. Compare with the current state and save again.',
    current === undefined ? {} : { current },
  );
}
