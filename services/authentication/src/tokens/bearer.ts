import type { IncomingHttpHeaders } from 'node:http';

const longest = 4096;
const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;

/** The JWT of the Authorization header (RFC 6750, section 2.1); undefined when it is malformed or not alone. */
export function bearerOf(headers: IncomingHttpHeaders): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined || authorization.length > longest) return undefined;
  // two credentials in one request could be judged differently by two readers
  if (headers['x-akarion-api-token'] !== undefined) return undefined;
  return bearer.exec(authorization)?.[1];
}
